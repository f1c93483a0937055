import { findEach } from "./find-each.ts";
import { keyAndLimitFaults } from "./keys-and-limits.ts";

findEach(keyAndLimitFaults);
