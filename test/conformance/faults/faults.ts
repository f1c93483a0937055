import { faultsOfDailySums } from "./daily-sums.ts";
import type { Fault } from "./faulty-server.ts";
import { faultsInExchanges } from "./in-exchanges.ts";
import { faultsInNotifications } from "./in-notifications.ts";
import { faultsInObjects } from "./in-objects.ts";
import { faultsInRequests } from "./in-requests.ts";
import { faultsOfKeysAndLimits } from "./keys-and-limits.ts";
import { faultsOfAuditors } from "./of-auditors.ts";
import { faultsOfFurtherKinds } from "./of-further-kinds.ts";
import { faultsOfProviders } from "./of-providers.ts";
import { faultsOverTime } from "./over-time.ts";

/** Every fault that the suite is tried on, by what it is in. */
export const faults: Readonly<Record<string, readonly Fault[]>> = {
  "what every answer shows": faultsInExchanges,
  "what is accepted and refused": faultsInRequests,
  "what becomes of what was sent": faultsInObjects,
  "what shows over time": [...faultsOverTime, ...faultsOfKeysAndLimits, ...faultsOfDailySums],
  "what receivers are sent": faultsInNotifications,
  "what no other list has": [...faultsOfFurtherKinds, ...faultsOfProviders, ...faultsOfAuditors],
};
