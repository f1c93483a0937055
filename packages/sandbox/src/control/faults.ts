import { randomInt } from "node:crypto";
import { timestamp } from "../clock.ts";
import type { Sandbox } from "../context.ts";
import { errors, operations } from "../contract.ts";
import type { ControlSchemas as Schemas } from "../control-client.ts";
import { makeId } from "../identifiers.ts";
import { NotFoundError } from "../service/errors.ts";
import type { FaultRow } from "../storage/tables.ts";
import type { FaultOptions } from "../take-fault.ts";
import { refuse } from "./invalid-input-error.ts";
import { makeOperation } from "./operation.ts";

type FaultView = Schemas["Fault"];

/** Failures to be injected. */
export function makeFaultsControl(sandbox: Sandbox) {
  const { storage, clock, settings } = sandbox;
  const remove = (id?: string) =>
    settings.change(async (tx) => {
      const faults = tx.deleteFrom("faults");
      const { numDeletedRows } = await (id === undefined
        ? faults
        : faults.where("id", "=", id)
      ).executeTakeFirst();
      if (id !== undefined && numDeletedRows === 0n)
        throw new NotFoundError(`There is no fault ${id}.`);
      return { removed: Number(numDeletedRows) };
    });
  return {
    /** Those that are still to be injected, the oldest first. */
    list: makeOperation("listFaults", async () => {
      const rows = await storage.db
        .selectFrom("faults")
        .selectAll()
        .orderBy("createdAt")
        .orderBy("id")
        .execute();
      return { items: rows.filter(({ remaining }) => remaining !== 0).map(viewFault) };
    }),
    /** Codes that a fault can answer, by operation; those of `*` are possible everywhere. */
    choices: makeOperation("listFaultChoices", async () => ({
      items: ["*", ...operations.map(({ id }) => id)].map((operation) => ({
        operation,
        codes: listCodes(operation),
      })),
    })),
    /** @throws {InvalidInputError} */
    add: makeOperation("addFault", async (given) => {
      checkFault(given);
      const { operation, kind, count = 1, delay, maxDelay, code, probability, seed } = given;
      const isRandom = probability !== undefined || maxDelay !== undefined;
      const row: FaultRow = {
        id: makeId("flt"),
        operation,
        kind,
        remaining: count,
        optionsJson: JSON.stringify({
          ...(kind === "latency" && {
            delay: delay ?? Math.min(1_000, maxDelay ?? 1_000),
            maxDelay,
          }),
          ...(isRandom && { probability, seed: seed ?? randomInt(2 ** 31) }),
          ...(kind === "error" && { code: code ?? "INTERNAL_ERROR" }),
        }),
        createdAt: clock.now(),
      };
      await settings.change((tx) => tx.insertInto("faults").values(row).execute());
      return viewFault(row);
    }),
    /** @throws {NotFoundError} */
    remove: makeOperation("removeFault", (id) => remove(id)),
    clear: makeOperation("clearFaults", () => remove()),
  };
}

/** Errors that any operation may answer, whatever the contract lists for it. */
const anywhere = ["INTERNAL_ERROR", "RATE_LIMIT_EXCEEDED"];

/** @throws {InvalidInputError} if the parts of a fault do not go together */
function checkFault(given: Schemas["NewFault"]): void {
  const { operation, kind, delay, maxDelay, code, probability, seed } = given;
  const known = operations.find(({ id }) => id === operation);
  if (!known && operation !== "*" && operation !== "notification") {
    const names = [...operations.map(({ id }) => id), "*", "notification"].join(", ");
    refuse("operation", `must be one of ${names}`);
  }
  const isDelivery = operation === "notification";
  if (isDelivery && kind === "reset")
    refuse("kind", "reset is for operations, not for notifications");
  if (!isDelivery && /duplicate|reorder/.test(kind))
    refuse("kind", `${kind} is for notifications alone`);
  if (delay !== undefined && kind !== "latency") refuse("delay", "is for latency alone");
  if (maxDelay !== undefined && kind !== "latency") refuse("maxDelay", "is for latency alone");
  if (maxDelay !== undefined && maxDelay < (delay ?? 0))
    refuse("maxDelay", "must not be below delay");
  if (seed !== undefined && probability === undefined && maxDelay === undefined)
    refuse("seed", "is for probability and maxDelay alone");
  if (code === undefined) return;
  if (kind !== "error" || isDelivery) refuse("code", "is for error of an operation alone");
  const codes = listCodes(operation);
  if (!codes.includes(code)) refuse("code", `must be one of ${codes.join(", ")}`);
}

/** Codes that a fault of an operation can answer; of `*`, those that any may. */
function listCodes(operation: string): string[] {
  const own = errors
    .filter(({ operations: ids }) => (ids as string[]).includes(operation))
    .map(({ code }) => code);
  return [...new Set<string>([...own, ...anywhere])];
}

function viewFault({
  id,
  operation,
  kind,
  remaining,
  optionsJson,
  createdAt,
}: FaultRow): FaultView {
  const { draws: _, ...options } = JSON.parse(optionsJson) as FaultOptions;
  return {
    id,
    operation,
    kind: kind as FaultView["kind"],
    remaining,
    ...options,
    createdAt: timestamp(createdAt),
  };
}
