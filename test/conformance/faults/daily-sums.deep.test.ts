import { dailySumFaults } from "./daily-sums.ts";
import { findEach } from "./find-each.ts";

findEach(dailySumFaults);
