import { findEach } from "./find-each.ts";
import { notificationFaults } from "./notifications.ts";

findEach(notificationFaults);
