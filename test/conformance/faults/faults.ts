import { dailySumFaults } from "./daily-sums.ts";
import type { Fault } from "./faulty-server.ts";
import { contractFaults } from "./from-the-contract.ts";
import { reviewedFaults } from "./independent-reviews.ts";
import { keyAndLimitFaults } from "./keys-and-limits.ts";
import { notificationFaults } from "./notifications.ts";
import { objectFaults } from "./objects.ts";
import { timeFaults } from "./over-time.ts";
import { providerFaults } from "./provider-mistakes.ts";
import { requestFaults } from "./requests.ts";
import { responseFaults } from "./responses.ts";
import { teamFaults } from "./teams.ts";
import { valueFaults } from "./value-classes.ts";

/** Every fault that the suite is tested on, by area. */
export const faults: Readonly<Record<string, readonly Fault[]>> = {
  Responses: responseFaults,
  "Accepted and rejected requests": requestFaults,
  "Stored objects": objectFaults,
  "Limits, keys, tokens and balances": [...timeFaults, ...keyAndLimitFaults, ...dailySumFaults],
  Notifications: notificationFaults,
  "Classes of values": valueFaults,
  "Further faults": [...contractFaults, ...providerFaults, ...reviewedFaults, ...teamFaults],
};
