import { findEach } from "./find-each.ts";
import { objectFaults } from "./objects.ts";

findEach(objectFaults);
