/** Tests of the MySQL provider: encoders without a server, the rest against a server started from a Maven artifact. */
package dev.longshore.mysql;
