import { isObject, payloadOf, type Resource } from "../contract.ts";
import { type Exchange, outcomeOf, recordOf } from "../exchange.ts";
import { differences } from "../meaning.ts";
import type { Session } from "../session.ts";
import { parseJson } from "../texts.ts";
import { expectedFields } from "./expect.ts";
import { repeatRequest } from "./idempotency.ts";

/** Milliseconds by which a key is repeated before it may be forgotten. */
const margin = 3_600_000;

/** Looks up what the run has created first, and repeats its key: a server that was restarted has forgotten nothing. */
export async function lookBack(session: Session): Promise<void> {
  for (const resource of session.wantedResources) {
    const first = session.created.first.get(resource.create.id);
    if (!first) continue;
    const { idempotency } = resource.create;
    const age = session.now() - first.sentAt;
    if (session.findings.wants("lookup")) await lookUpFirst(session, resource, first);
    const isKept = idempotency !== undefined && age < idempotency.retention * 1000 - margin;
    if (isKept && session.findings.wants("idempotency-replay"))
      await repeatRequest(session, resource.create, first);
  }
}

async function lookUpFirst(
  session: Session,
  { create, read }: Resource,
  first: Exchange,
): Promise<void> {
  const record = payloadOf(session.documentedPart(first));
  const body = parseJson(first.request.body ?? "");
  if (!read || !isObject(record) || !isObject(body) || typeof record.id !== "string") return;
  if (session.created.deleted.has(record.id)) return;
  const label = "the first object of the run";
  const exchange = await session.call(read, { label, id: record.id });
  const found = recordOf(exchange);
  const lost = `The first object of the run is not found any more: ${outcomeOf(exchange)}.`;
  if (!session.expect("lookup", exchange, found !== undefined, lost) || !found) return;
  const { status: _, updatedAt: __, ...lasting } = record;
  const expected = { ...expectedFields(session, create, body), ...lasting };
  session.check("lookup", exchange, differences(expected, found));
}
