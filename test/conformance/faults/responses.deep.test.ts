import { findEach } from "./find-each.ts";
import { responseFaults } from "./responses.ts";

findEach(responseFaults);
