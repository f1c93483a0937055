import type { Transaction, Transfer, Webhook } from "../../../generated/server/src/index.ts";
import { contract } from "../../support/contract.ts";

/** A customer of the sample. */
export interface Company {
  id: string;
  apiKey: string;
  apiSecret: string;
  suspended?: boolean;
  /** Centavos. */
  balance: number;
  /** Centavos that may still leave today. */
  dailyLimit: number;
}

/** Everything that the sample knows. */
export interface State {
  companies: Company[];
  transactions: Map<string, Transaction>;
  transfers: Map<string, Transfer>;
  webhooks: Map<string, Webhook>;
}

/** A state with what the examples of the contract speak of, so that they can be looked up. */
export function makeState(): State {
  const charge = exampleOf<Transaction>("getTransaction");
  const transfer = exampleOf<Transfer>("getTransfer");
  const webhooks = exampleOf<Webhook[]>("listWebhooks");
  const plenty = { balance: 1e15, dailyLimit: 1e15 };
  return {
    companies: [
      { id: "cmp_1", apiKey: "key", apiSecret: "secret", ...plenty },
      { id: "cmp_2", apiKey: "colons", apiSecret: "with:colons::inside", ...plenty },
      { id: "cmp_3", apiKey: "suspended", apiSecret: "secret", suspended: true, ...plenty },
      { id: "cmp_4", apiKey: "poor", apiSecret: "secret", balance: 100, dailyLimit: 1000 },
      { id: "cmp_5", apiKey: "limited", apiSecret: "secret", balance: 1e15, dailyLimit: 1000 },
    ],
    transactions: new Map([[String(charge.id), charge]]),
    transfers: new Map([[String(transfer.id), transfer]]),
    webhooks: new Map(webhooks.map((webhook) => [webhook.id, webhook])),
  };
}

/** The result in the first example of an operation's success. */
export function exampleOf<Data>(id: string): Data {
  const operation = contract.operations.find((candidate) => candidate.id === id);
  const value = operation?.responses.find(({ status }) => status === 200)?.examples[0]?.value;
  if (value === undefined) throw new Error(`${id} has no example.`);
  return structuredClone((value as { data: Data }).data);
}
