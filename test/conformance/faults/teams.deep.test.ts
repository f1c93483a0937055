import { findEach } from "./find-each.ts";
import { teamFaults } from "./teams.ts";

findEach(teamFaults);
