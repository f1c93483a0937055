import { findEach } from "./find-each.ts";
import { providerFaults } from "./provider-mistakes.ts";

findEach(providerFaults);
