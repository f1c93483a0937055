import { compoundKey } from "@packages/contract/src/compound-key.ts";
import type { ChargeRequest, OperationTypes, TransferRequest } from "@pix-contract/server";
import { errorExample, errors, lifecycles } from "../contract.ts";
import type { PlannedMove } from "./charges.ts";
import type { PlannedOutcome } from "./create-transfers.ts";

/** Input that gives an error or an outcome without the control plane. */
export interface Trigger {
  operation: TriggeringOperation;
  /** The field of the body that triggers it, or the API key. */
  field: string;
  /** The value of that field. */
  value: string;
  effect: TriggerEffect;
  /** The request that gets the error, or the way to cause the event. */
  description: string;
}

type TriggeringOperation = "issueToken" | "createCharge" | "createTransfer";

type TriggerEffect =
  /** `early` if it comes before the operation is looked at, such as a rate limit. */
  | { kind: "fail"; code: string; status: number; early: boolean }
  | { kind: "end"; status: string }
  | { kind: "hold" };

type ChargeError = keyof OperationTypes["createCharge"]["errors"];
type TransferError = keyof OperationTypes["createTransfer"]["errors"];

/** Domain of the addresses that trigger something. */
export const triggerDomain = "sandbox.pix.example";

/** Milliseconds after which a triggered move of a charge happens. */
const soon = 1_000;

/** The field that triggers something, by operation. */
const triggerFields: Record<TriggeringOperation, string> = {
  issueToken: "apiKey",
  createCharge: "customer.email",
  createTransfer: "pixKey",
};

/** Every trigger, made of the contract's error catalogue and lifecycles. */
export const triggers: readonly Trigger[] = [
  // Errors of credentials need no trigger: wrong credentials are easy to send.
  ...errorTriggers("issueToken").filter(({ effect }) => effect.kind === "fail" && !effect.early),
  ...errorTriggers("createCharge"),
  ...statusTriggers("createCharge", "transaction"),
  ...errorTriggers("createTransfer"),
  ...statusTriggers("createTransfer", "transfer"),
];

function readTrigger(
  operation: TriggeringOperation,
  word: string,
  effect: TriggerEffect,
  description: string,
): Trigger {
  const name = word.toLowerCase().replaceAll("_", "-");
  const value = operation === "issueToken" ? name : `${name}@${triggerDomain}`;
  return { operation, field: triggerFields[operation], value, effect, description };
}

function errorTriggers(operation: TriggeringOperation): Trigger[] {
  const listed = errors.filter((error) =>
    (error.operations as readonly string[]).includes(operation),
  );
  // Any operation may fail so, though none lists it.
  const failed = errors.filter(({ code }) => code === "INTERNAL_ERROR");
  return [...listed, ...failed].map((error) => {
    const { code, status, condition } = error;
    return readTrigger(
      operation,
      code,
      { kind: "fail", code, status, early: "causes" in error },
      condition,
    );
  });
}

function statusTriggers(operation: TriggeringOperation, subject: string): Trigger[] {
  const lifecycle = lifecycles.find((candidate) => candidate.subject === subject);
  if (!lifecycle) throw new TypeError(`The contract has no lifecycle of a ${subject}.`);
  const ends = [...new Set([...lifecycle.waitEndsAt, ...lifecycle.final])];
  const isCharge = operation === "createCharge";
  const held = readTrigger(
    operation,
    lifecycle.initial,
    { kind: "hold" },
    `Stays ${lifecycle.initial} until you move it.`,
  );
  return [
    // A charge waits anyway.
    ...(isCharge ? [] : [held]),
    ...ends.map((status) =>
      readTrigger(
        operation,
        status,
        { kind: "end", status },
        `Becomes ${status}${isCharge ? " after a second" : ""}.`,
      ),
    ),
  ];
}

const effects = new Map(
  triggers.map(({ operation, value, effect }) => [compoundKey(operation, value), effect]),
);

/** The trigger in the body of a request. */
function findEffect(operation: string | undefined, body: unknown): TriggerEffect | undefined {
  if (!operation || !Object.hasOwn(triggerFields, operation)) return undefined;
  const path = triggerFields[operation as TriggeringOperation].split(".");
  const value = path.reduce(
    (at, name) => (at as Record<string, unknown> | null | undefined)?.[name],
    body,
  );
  return typeof value === "string"
    ? effects.get(compoundKey(operation, value.toLowerCase()))
    : undefined;
}

/** Code of the error that the body of a request triggers before the operation is handled; undefined if it triggers none. */
export function findEarlyTrigger(operation: string | undefined, body: unknown): string | undefined {
  const effect = findEffect(operation, body);
  return effect?.kind === "fail" && effect.early ? effect.code : undefined;
}

/** Whether an API key is that of a suspended account. */
export function isSuspendedKey(apiKey: string): boolean {
  const effect = findEffect("issueToken", { apiKey });
  return effect?.kind === "fail" && effect.code === "ACCOUNT_SUSPENDED";
}

/** An error that a handler is to answer, as the contract shows it; its details are a list only if it comes earlier. */
function failWith<Code extends string>(code: Code) {
  const { message, details } = errorExample(code);
  return {
    kind: "fail" as const,
    code,
    message,
    details: details as Record<string, unknown> | undefined,
  };
}

/** The trigger of a charge: an error, a move by itself, or nothing. */
export function findChargeTrigger(body: ChargeRequest) {
  const effect = findEffect("createCharge", body);
  if (effect?.kind === "fail") return failWith(effect.code as ChargeError);
  if (effect?.kind !== "end") return undefined;
  const planned: PlannedMove = { status: effect.status as PlannedMove["status"], after: soon };
  return { kind: "move" as const, ...planned };
}

/** The trigger of a transfer: an error, an outcome, or nothing. */
export function findTransferTrigger(body: TransferRequest) {
  const effect = findEffect("createTransfer", body);
  if (effect?.kind === "fail") return failWith(effect.code as TransferError);
  if (!effect) return undefined;
  const planned: PlannedOutcome =
    effect.kind === "hold"
      ? { outcome: "completed", held: true }
      : { outcome: effect.status as PlannedOutcome["outcome"] };
  return { kind: "outcome" as const, ...planned };
}
