import { findEach } from "./find-each.ts";
import { requestFaults } from "./requests.ts";

findEach(requestFaults);
