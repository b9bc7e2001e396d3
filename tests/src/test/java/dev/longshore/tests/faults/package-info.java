/** Loads that meet faults of networks, servers, disks, pools and machines, and what is stored afterwards. */
@NullMarked
package dev.longshore.tests.faults;

import org.jspecify.annotations.NullMarked;
