import {
  getPayload,
  isJsonObject,
  type Json,
  type JsonObject,
  type Operation,
  type Resource,
} from "./contract.ts";
import { type Caller, type Exchange, getRecord, isSuccess } from "./exchange.ts";
import type { CallChanges } from "./requests.ts";

interface CallSender {
  now(): number;
  call(operation: Operation, call: CallChanges): Promise<Exchange>;
}

/** An object that can be deleted, the caller whose it is, and the epoch milliseconds of the server since which it is there. */
interface CreatedEntry {
  resource: Resource;
  as: Caller;
  since: number;
  /** Whether its deletion was requested: it may still exist, or not. */
  isLeaving?: boolean;
}

/** Objects that the suite has created on the server and can delete. */
export class CreatedObjects {
  readonly #resources: readonly Resource[];
  readonly #session: CallSender;
  /** Ids of deleted objects, and the epoch milliseconds of the server at which it was. */
  readonly deleted = new Map<string, number>();
  readonly #objects = new Map<string, CreatedEntry>();

  constructor(resources: readonly Resource[], session: CallSender) {
    this.#resources = resources;
    this.#session = session;
  }

  /** The first success of each creation, by the first caller, by operation. */
  readonly first = new Map<string, Exchange>();

  /** Ids of objects that still exist. */
  get ids(): string[] {
    return [...this.#objects.keys()];
  }

  /** Whether another client has created an object that can be deleted, or an earlier run. */
  isForeign(record: Json | undefined): boolean {
    const id = isJsonObject(record) ? record.id : undefined;
    return typeof id === "string" && !this.#objects.has(id) && !this.deleted.has(id);
  }

  /** Ids that a list has to show, which was requested at a time. */
  listedBy({ operation, as, sentAt }: Exchange): string[] {
    const isListed = ({ resource, as: owner, since, isLeaving }: CreatedEntry) =>
      resource.list === operation && owner.apiKey === as?.apiKey && since < sentAt && !isLeaving;
    return [...this.#objects].flatMap(([id, entry]) => (isListed(entry) ? [id] : []));
  }

  /** Notes the object that a success has created. */
  note(exchange: Exchange): void {
    const { id } = getRecord(exchange) ?? {};
    const resource = this.#resources.find(({ create }) => create.id === exchange.operation?.id);
    if (resource && exchange.as?.name === "first" && !this.first.has(resource.create.id))
      this.first.set(resource.create.id, exchange);
    if (exchange.as && resource?.remove && typeof id === "string")
      this.#objects.set(id, { resource, as: exchange.as, since: exchange.receivedAt });
  }

  /** Deletes an object; undefined if the suite did not create it, or it cannot be deleted. */
  async discard(id: string, query = ""): Promise<Exchange | undefined> {
    const found = this.#objects.get(id);
    if (!found?.resource.remove) return undefined;
    found.isLeaving = true;
    const removed = await this.#session.call(found.resource.remove, {
      label: "clean up",
      id,
      query,
      as: found.as,
    });
    // An object that is gone already needs no second attempt.
    if (isSuccess(removed) || removed.response?.status === 404) this.#objects.delete(id);
    if (isSuccess(removed)) this.deleted.set(id, this.#session.now());
    return removed;
  }

  async discardAll(): Promise<void> {
    for (const id of this.ids) await this.discard(id);
  }

  /** Finds objects of an earlier run on the server, by the mark that the suite puts on everything it creates. */
  async findRemains(caller: Caller, isMarked: (record: JsonObject) => boolean): Promise<void> {
    for (const resource of this.#resources) {
      if (!resource.list || !resource.remove) continue;
      const listed = await this.#session.call(resource.list, {
        label: "remains of an earlier run",
        as: caller,
      });
      const payload = isSuccess(listed) ? getPayload(listed.response.json) : undefined;
      for (const record of Array.isArray(payload) ? payload : []) {
        if (isJsonObject(record) && typeof record.id === "string" && isMarked(record))
          this.#objects.set(record.id, { resource, as: caller, since: listed.receivedAt });
      }
    }
  }
}
