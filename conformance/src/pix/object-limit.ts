import { errorByCode } from "../contract.ts";
import { isSuccess } from "../exchange.ts";
import type { Probe } from "../probe.ts";
import { expectRefused } from "../probes/expect.ts";
import { listOf } from "../probes/objects.ts";

/** Registrations that a company may have (decision D16 of the contract). */
const most = 10;

/** As many registrations as a company may have, and one more. */
export const objectLimitProbe: Probe = {
  name: "object limit",
  phase: "time",
  checks: ["object-limit"],
  run: async (session) => {
    const resource = session.resources.find(({ create }) => create.id === "createWebhook");
    const expected = errorByCode(session.contract, "WEBHOOK_LIMIT_EXCEEDED");
    if (!resource || !expected || !session.operations.includes(resource.create)) return;
    const { create } = resource;
    const listed = await listOf(session, resource);
    if (!listed) return;
    for (let count = listed.records.length + 1; count <= most; count++) {
      const exchange = await session.call(create, { label: `registration ${count} of ${most}` });
      const message = `Registration ${count} of ${most} is refused.`;
      if (!session.expect("object-limit", create, isSuccess(exchange), message, exchange)) break;
    }
    const exchange = await session.call(create, { label: `registration ${most + 1}` });
    expectRefused(session, create, "object-limit", exchange, [expected]);
    for (const id of session.leftovers) await session.discard(id);
  },
};
