package dev.longshore.mysql;

/** A parameter of a multi-row statement, which is bound once and then stands for whatever its cell holds. */
final class WireCell extends WireParameter {
    /** The cells of some rows, which can be moved to other rows. */
    static final class Block {
        private final EncodedRows rows;
        private WireCell[] cells = new WireCell[0];
        private int first;

        Block(EncodedRows rows) {
            this.rows = rows;
        }

        /** Makes sure that there are cells for so many rows. */
        void ensure(int count) {
            int columns = rows.columns();
            int wanted = count * columns;
            if (wanted > cells.length) {
                WireCell[] more = new WireCell[wanted];
                System.arraycopy(cells, 0, more, 0, cells.length);
                for (int i = cells.length; i < wanted; i++) {
                    more[i] = new WireCell(this, i, rows.type(i % columns));
                }
                cells = more;
            }
        }

        /** From now on the first cell is that of a row. */
        void moveTo(int row) {
            first = row * rows.columns();
        }

        WireCell cell(int index) {
            return cells[index];
        }
    }

    private final Block block;
    private final int index;

    private WireCell(Block block, int index, WireType type) {
        super(type);
        this.block = block;
        this.index = index;
    }

    @Override
    EncodedRows rows() {
        return block.rows;
    }

    @Override
    int cell() {
        return block.first + index;
    }
}
