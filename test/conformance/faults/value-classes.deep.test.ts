import { findEach } from "./find-each.ts";
import { valueFaults } from "./value-classes.ts";

findEach(valueFaults);
