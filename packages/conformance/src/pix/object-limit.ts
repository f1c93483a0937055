import { errorByCode, isObject, type JsonObject, payloadOf } from "../contract.ts";
import { isSuccess, outcomeOf } from "../exchange.ts";
import type { Probe } from "../probe.ts";
import { expectRefused } from "../probes/expect.ts";
import { listOf } from "../probes/objects.ts";

/** Registrations that a company may have (decision D16 of the contract). */
const most = 10;

/** As many registrations as a company may have, and one more; what was deleted makes room. */
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
    /** The id of what was made; undefined where it was refused. */
    const accept = async (label: string, changes: JsonObject = {}, as = session.first): Promise<string | undefined> => {
      const exchange = await session.call(create, { label, as, body: { ...session.bodyOf(create), ...changes } });
      session.expect("object-limit", create, isSuccess(exchange), `${label}: ${outcomeOf(exchange)}.`, exchange);
      const record = payloadOf(exchange.response?.json);
      return isSuccess(exchange) && isObject(record) ? String(record.id) : undefined;
    };
    const refuse = async (label: string): Promise<void> => {
      expectRefused(session, create, "object-limit", await session.call(create, { label }), [expected]);
    };
    let last: string | undefined;
    for (let count = listed.records.length + 1; count <= most; count++) {
      // One that is not active is one all the same.
      last = await accept(`registration ${count} of ${most}`, { isActive: count < most });
      if (last === undefined) break;
    }
    await refuse(`registration ${most + 1}`);
    if (session.second) await accept("a registration of another company", {}, session.second);
    const removed = last === undefined ? undefined : await session.discard(last);
    if (removed && isSuccess(removed)) {
      await accept("a registration in place of one that was deleted");
      await refuse(`registration ${most + 1}, one having been replaced`);
    }
    await session.created.discardAll();
  },
};
