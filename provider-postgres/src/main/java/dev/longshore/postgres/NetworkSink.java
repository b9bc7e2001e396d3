package dev.longshore.postgres;

import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.support.TextChecks;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** Takes addresses of networks and of network cards, by {@link InetAddress} or by text, and writes them in binary. */
final class NetworkSink extends PgSink {
    private static final int IPV4 = 2;
    private static final int IPV6 = 3;

    /** Digits, colons and dots only: no name that would be looked up. */
    private static final Pattern ADDRESS = Pattern.compile(
            "\\d{1,3}(\\.\\d{1,3}){3}|(?=.*:)(?:[0-9A-Fa-f]{0,4}:)+(?:[0-9A-Fa-f]{0,4}|\\d{1,3}(\\.\\d{1,3}){3})");

    private static final Pattern BITS = Pattern.compile("\\d{1,3}");

    /** The ways to set octets apart that the server knows, with one separator throughout. */
    private static final Pattern MAC = Pattern.compile(
            "HH([:-])HH(?:\\1HH){4,6}|HHHH([.-])HHHH\\2HHHH(?:\\2HHHH)?|HHHHHH[:-]HHHHHH|(?:HH){6}(?:HH){0,2}"
                    .replace("H", "[0-9A-Fa-f]"));

    private final TypeFamily family;
    private final BinaryWire binary;

    NetworkSink(TargetColumn column, Context context, BinaryWire binary, TypeFamily family) {
        super(column, context);
        this.binary = binary;
        this.family = family;
    }

    @Override
    protected void other(Object value) throws SQLException {
        if (value instanceof InetAddress address && isNetwork()) {
            requireNoScope(address);
            byte[] octets = address.getAddress();
            network(octets, octets.length * Byte.SIZE);
        } else {
            super.other(value);
        }
    }

    /** Which of a machine's networks an address is in is not part of what the server stores. */
    static void requireNoScope(InetAddress address) throws SQLException {
        if (address instanceof Inet6Address scoped
                && (scoped.getScopeId() != 0 || scoped.getScopedInterface() != null)) {
            throw refused("the address " + scoped.getHostAddress() + " has a scope, which can't be stored");
        }
    }

    private boolean isNetwork() {
        return family == TypeFamily.INET || family == TypeFamily.CIDR;
    }

    @Override
    public void text(String value) throws SQLException {
        if (isNetwork()) {
            parseNetwork(value);
        } else {
            parseMac(TextChecks.stripped(value), value);
        }
    }

    private void parseNetwork(String text) throws SQLException {
        int slash = text.indexOf('/');
        String address = slash < 0 ? text : text.substring(0, slash);
        try {
            boolean hasBits =
                    slash < 0 || BITS.matcher(text.substring(slash + 1)).matches();
            if (hasBits && ADDRESS.matcher(address).matches()) {
                byte[] octets = octets(address);
                int most = octets.length * Byte.SIZE;
                int bits = slash < 0 ? most : Integer.parseInt(text.substring(slash + 1));
                if (bits >= 0 && bits <= most) {
                    network(octets, bits);
                    return;
                }
            }
        } catch (UnknownHostException | NumberFormatException e) {
            throw noSuch("network address", text);
        }
        throw noSuch("network address", text);
    }

    /** Java makes an IPv4 address of ::ffff:1.2.3.4, which is none to the server. */
    private static byte[] octets(String address) throws UnknownHostException {
        byte[] octets = InetAddress.getByName(address).getAddress();
        if (octets.length == 4 && address.indexOf(':') >= 0) {
            byte[] mapped = new byte[16];
            mapped[10] = (byte) 0xff;
            mapped[11] = (byte) 0xff;
            System.arraycopy(octets, 0, mapped, 12, 4);
            return mapped;
        }
        return octets;
    }

    private void network(byte[] octets, int bits) {
        int start = binary.beginSized();
        binary.bareByte(octets.length == 4 ? IPV4 : IPV6);
        binary.bareByte(bits);
        binary.bareByte(family == TypeFamily.CIDR ? 1 : 0);
        binary.bareByte(octets.length);
        for (byte octet : octets) {
            binary.bareByte(octet);
        }
        binary.endSized(start);
    }

    private void parseMac(String text, String value) throws SQLException {
        if (!MAC.matcher(text).matches()) {
            throw noSuch("card address", value);
        }
        byte[] octets = HexFormat.of().parseHex(text.replaceAll("[:.-]", ""));
        boolean fits = family == TypeFamily.MACADDR ? octets.length == 6 : octets.length == 6 || octets.length == 8;
        if (!fits) {
            throw noSuch("card address", value);
        }
        binary.raw(octets);
    }
}
