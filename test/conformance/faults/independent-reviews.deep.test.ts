import { findEach } from "./find-each.ts";
import { reviewedFaults } from "./independent-reviews.ts";

findEach(reviewedFaults);
