import { findEach } from "./find-each.ts";
import { timeFaults } from "./over-time.ts";

findEach(timeFaults);
