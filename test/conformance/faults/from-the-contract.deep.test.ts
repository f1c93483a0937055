import { findEach } from "./find-each.ts";
import { contractFaults } from "./from-the-contract.ts";

findEach(contractFaults);
