import type { Session } from "../session.ts";
import { repeatRequest } from "./idempotency.ts";
import { createdBy, expectFound } from "./objects.ts";

/** Milliseconds by which a key is repeated before it may be forgotten. */
const dayMargin = 3_600_000;

/** Looks up the first object of the run, and repeats its key: a server that was restarted has forgotten nothing. */
export async function lookBack(session: Session): Promise<void> {
  const { created, findings } = session;
  for (const { create, read } of session.wantedResources) {
    const first = created.first.get(create.id);
    const object = first && createdBy(session, first);
    if (!object) continue;
    if (read && findings.wants("lookup") && !created.deleted.has(object.id))
      await expectFound(session, read, object, "the first object of the run");
    const { retention = 0 } = create.idempotency ?? {};
    const isKept = session.now() < first.sentAt + retention * 1000 - dayMargin;
    if (isKept && findings.wants("idempotency-replay")) await repeatRequest(session, create, first);
  }
}
