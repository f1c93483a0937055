import { randomUUID } from "node:crypto";
import { formats, sensitiveFormats } from "@pix-contract/formats/index.ts";
import type { Contract, JsonObject } from "../contract.ts";
import { isFromSuite } from "../listener.ts";
import type { ConformanceOptions } from "../options.ts";
import type { Profile } from "../profile.ts";
import { pixChecks } from "./checks.ts";
import { listEdges, samples } from "./format-values.ts";
import type { Ledger } from "./ledger.ts";
import { objectChecks } from "./object-checks.ts";

/** The options of a run against this contract. */
export interface PixOptions extends ConformanceOptions {
  /** Control plane of a sandbox, which moves clocks, payers and banks: `http://127.0.0.1:4020`. */
  control?: string;
  controlToken?: string;
  /** Whether transfers are made; only with `control` if absent, because the suite cannot know otherwise that money is not real. */
  transfers?: boolean;
  /** Destination of transfers; a random key without owner if absent. */
  pixKey?: string;
}

/** The suite's knowledge of PIX beyond the contract. */
export function pixProfile(
  contract: Contract,
  { pixKey, transfers }: Pick<PixOptions, "pixKey" | "transfers">,
  watch: Ledger,
): Profile {
  const changeExample = cheapBodies(pixKey);
  return {
    formats: {
      ...formats,
      // Codes and pictures have their own checks, with better messages.
      "br-code": () => true,
      "png-base64": () => true,
    },
    samples,
    ...listEdges(contract),
    // A CNPJ identifies a company, which public registers list.
    personal: sensitiveFormats.filter((format) => format !== "cnpj"),
    plausible: { BRL: ["USD", "R$"], cpf: ["rg"] },
    amounts: [29, 57, 115, 1_999, 4_990, 98_765, 999_999_999],
    typical: ({ id }, example) => changeExample[id]?.(example) ?? example,
    isFromSuite: (record) =>
      isFromSuite(record) || /^https:\/\/conformance\.example[:/]/.test(String(record.url)),
    spends: ({ id }) => id === "createTransfer",
    maySpend: transfers,
    whyNotSpent: "It moves money: allow it with --transfers.",
    checks: pixChecks,
    echoes: true,
    renamed: { createCharge: { amountInCents: "amount" }, createWebhook: { isActive: "active" } },
    registrations: {
      create: "createWebhook",
      body: ({ events: _, isActive: __, ...example }, url, { events, isOff }) => ({
        ...example,
        url,
        ...(events && { events }),
        ...(isOff && { isActive: false }),
      }),
      secret: "secret",
    },
    scopes: { callback: "postback", registration: "user" },
    objectChecks: objectChecks(contract, watch.payers),
    watch,
  };
}

/** Changes of an example, by operation: the call is cheap and differs from the one before. */
function cheapBodies(
  pixKey: string | undefined,
): Record<string, (example: JsonObject) => JsonObject> {
  let count = 0;
  const nextNumber = () => {
    count++;
    return count;
  };
  return {
    createCharge: ({ postbackUrl: _, ...example }) => ({
      ...example,
      amountInCents: 1,
      description: `Test ${nextNumber()}`,
    }),
    // A key without owner, unless a destination is given: the amount comes back.
    createTransfer: ({ postbackUrl: _, ...example }) => ({
      ...example,
      amount: 1,
      pixKey: pixKey ?? randomUUID(),
      description: `Test ${nextNumber()}`,
    }),
    createWebhook: (example) => ({
      ...example,
      url: `https://conformance.example/${nextNumber()}`,
      events: ["transaction_paid"],
      // Nothing listens there: a server would wait for it at each notification.
      isActive: false,
    }),
  };
}
