import type { ChargeRequest, OperationTypes, TransferRequest } from "@pix-contract/server";
import type { PlannedMove } from "./charges.ts";
import { errors, lifecycles } from "./contract.ts";
import type { PlannedOutcome } from "./transfers.ts";

/** Input that makes the sandbox do something without the control plane. */
export interface Trigger {
  operation: "createCharge" | "createTransfer";
  /** Centavos that trigger it. */
  amount: number;
  /** What triggers it too: the customer's e-mail of a charge, the PIX key of a transfer. */
  email: string;
  /** What happens. */
  effect: { kind: "fail"; code: string; status: number } | { kind: "end"; status: string } | { kind: "hold" };
  description: string;
}

type ChargeError = keyof OperationTypes["createCharge"]["errors"];
type TransferError = keyof OperationTypes["createTransfer"]["errors"];

/** Domain of the addresses that trigger something. */
export const triggerDomain = "sandbox.pix.example";

/** Milliseconds after which a triggered move of a charge happens. */
const soon = 1_000;

const kebab = (word: string): string => word.toLowerCase().replaceAll("_", "-");

/**
 * Every trigger, made of the contract's error catalogue and lifecycles: an error has the amount
 * 900,000,000 + 1,000 × its status + its place among those of that status; a status that ends something has
 * 111,100 + its place in the lifecycle.
 */
export const triggers: readonly Trigger[] = [
  ...errorTriggers("createCharge"),
  ...statusTriggers("createCharge", "transaction"),
  ...errorTriggers("createTransfer"),
  ...statusTriggers("createTransfer", "transfer"),
];

function errorTriggers(operation: Trigger["operation"]): Trigger[] {
  return errors
    .filter((error) => (error.operations as readonly string[]).includes(operation))
    .map(({ code, status, condition }) => {
      const alike = errors.filter((error) => error.status === status);
      return {
        operation,
        amount: 900_000_000 + 1_000 * status + alike.findIndex((error) => error.code === code),
        email: `${kebab(code)}@${triggerDomain}`,
        effect: { kind: "fail" as const, code, status },
        description: condition,
      };
    });
}

function statusTriggers(operation: Trigger["operation"], subject: string): Trigger[] {
  const lifecycle = lifecycles.find((candidate) => candidate.subject === subject);
  if (!lifecycle) throw new TypeError(`The contract has no lifecycle of a ${subject}.`);
  const ends = [...new Set([...lifecycle.waitEndsAt, ...lifecycle.final])];
  return [
    {
      operation,
      amount: 111_100,
      email: `${lifecycle.initial}@${triggerDomain}`,
      effect: { kind: "hold" },
      description: `Stays ${lifecycle.initial} until it is moved by hand.`,
    },
    ...ends.map((status, index) => ({
      operation,
      amount: 111_101 + index,
      email: `${status}@${triggerDomain}`,
      effect: { kind: "end" as const, status },
      description: `Becomes ${status}.`,
    })),
  ];
}

const byInput = new Map(
  triggers.flatMap((trigger) => [
    [`${trigger.operation} ${trigger.amount}`, trigger],
    [`${trigger.operation} ${trigger.email}`, trigger],
  ]),
);

function find(operation: Trigger["operation"], amount: number, email: string): Trigger["effect"] | undefined {
  return (byInput.get(`${operation} ${email.toLowerCase()}`) ?? byInput.get(`${operation} ${amount}`))?.effect;
}

/** What a charge triggers: an error, a move by itself, or nothing. */
export function findChargeTrigger({
  amountInCents,
  customer,
}: ChargeRequest): { kind: "fail"; code: ChargeError } | ({ kind: "move" } & PlannedMove) | undefined {
  const effect = find("createCharge", amountInCents, customer.email);
  if (effect?.kind === "fail") return { kind: "fail", code: effect.code as ChargeError };
  if (effect?.kind === "end") return { kind: "move", status: effect.status as PlannedMove["status"], after: soon };
  return undefined;
}

/** What a transfer triggers: an error, an outcome, or nothing. */
export function findTransferTrigger({
  amount,
  pixKey,
}: TransferRequest): { kind: "fail"; code: TransferError } | ({ kind: "outcome" } & PlannedOutcome) | undefined {
  const effect = find("createTransfer", amount, pixKey);
  if (effect?.kind === "fail") return { kind: "fail", code: effect.code as TransferError };
  if (effect?.kind === "end") return { kind: "outcome", outcome: effect.status as PlannedOutcome["outcome"] };
  if (effect?.kind === "hold") return { kind: "outcome", outcome: "completed", held: true };
  return undefined;
}
