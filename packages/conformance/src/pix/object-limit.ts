import { errorByCode, type JsonObject } from "../contract.ts";
import { isSuccess, recordOf } from "../exchange.ts";
import type { Probe } from "../probe.ts";
import { expectRefused } from "../probes/expect.ts";
import { listOf } from "../probes/objects.ts";

/** Registrations that a company may have (decision D16 of the contract). */
const most = 10;

/** As many registrations as a company may have, and one more; what was deleted makes room. */
export const objectLimitProbe: Probe = {
  name: "object limit",
  phase: "time",
  lane: "second",
  checks: ["object-limit", "list"],
  run: async (session) => {
    const resource = session.resources.find(({ create }) => create.id === "createWebhook");
    const expected = errorByCode(session.contract, "WEBHOOK_LIMIT_EXCEEDED");
    if (!resource || !expected || !session.operations.includes(resource.create)) return;
    const { create } = resource;
    // Where time has to be waited for, others use the first company meanwhile.
    const [company, other] =
      session.control || !session.second ? [session.first, session.second] : [session.second, session.first];
    const listed = await listOf(session, resource, company);
    if (!listed) return;
    const made: string[] = [];
    /** The id of what was made; undefined where it was refused. */
    const accept = async (label: string, changes: JsonObject = {}, as = company): Promise<string | undefined> => {
      const exchange = await session.call(create, { label, as, body: { ...session.bodyOf(create), ...changes } });
      session.expect("object-limit", exchange, isSuccess(exchange));
      const { id } = recordOf(exchange) ?? {};
      if (typeof id !== "string") return undefined;
      made.push(id);
      return id;
    };
    const refuse = async (label: string): Promise<void> => {
      expectRefused(session, "object-limit", await session.call(create, { label, as: company }), [expected]);
    };
    let last: string | undefined;
    for (let count = listed.records.length + 1; count <= most; count++) {
      // One that is not active is one all the same.
      last = await accept(`registration ${count} of ${most}`, { isActive: count < most });
      if (last === undefined) break;
    }
    await refuse(`registration ${most + 1}`);
    const full = await listOf(session, resource, company);
    const shown = made.filter((id) => full?.records.some((record) => record.id === id)).length;
    const message = `Of ${made.length} registrations that were made the list shows ${shown}.`;
    if (full) session.expect("list", full.exchange, shown === made.length, message);
    if (other) await accept("a registration of another company", {}, other);
    const removed = last === undefined ? undefined : await session.created.discard(last);
    if (removed && isSuccess(removed)) {
      await accept("a registration in place of one that was deleted");
      await refuse(`registration ${most + 1}, one having been replaced`);
    }
    for (const id of made) await session.created.discard(id);
    if (session.reserved === company) session.reserved = undefined;
  },
};
