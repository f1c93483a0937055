import type { Probe } from "../probe.ts";
import { authenticationProbe, suspensionProbe, tokensProbe } from "./authentication.ts";
import { bodiesProbe, contentsProbe } from "./bodies.ts";
import { generatedProbe } from "./generated.ts";
import { idempotencyProbe, retentionProbe } from "./idempotency.ts";
import { lifecyclesProbe } from "./lifecycles.ts";
import { notificationsProbe } from "./notifications.ts";
import { objectsProbe } from "./objects.ts";
import { pathsProbe } from "./paths.ts";
import { rateLimitsProbe } from "./rate-limits.ts";
import { receiverTimeoutProbe } from "./repeats.ts";

/** Every probe that knows the contract alone, in the order in which they run. */
export const probes: readonly Probe[] = [
  authenticationProbe,
  bodiesProbe,
  contentsProbe,
  pathsProbe,
  objectsProbe,
  idempotencyProbe,
  lifecyclesProbe,
  notificationsProbe,
  receiverTimeoutProbe,
  generatedProbe,
  tokensProbe,
  suspensionProbe,
  retentionProbe,
  rateLimitsProbe,
];
