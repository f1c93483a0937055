// A new operation leaves the client's methods of all others as they are, or is refused with a sentence.
import { join } from "node:path";
import type { Operation } from "@packages/contract/src/openapi.ts";
import { readContract } from "@packages/contract/src/read-contract.ts";
import { expect, test } from "vitest";
import { buildClientModel } from "../../packages/generator/src/client/client-model.ts";
import { readProject } from "../../packages/generator/src/project.ts";
import { document } from "../support/compiled-contract.ts";

const project = readProject(join(import.meta.dirname, "../.."));
const lookup = document.paths["/api/v1/transactions/{transactionId}"]?.get;

/** What the client calls each operation, and how it waits for one, when an operation is added before all others. */
function methodsWith(added: Partial<Operation>): string[] {
  const copy = structuredClone(document);
  copy.paths = {
    "/api/v1/a/{transactionId}": { get: { ...lookup, ...added } as Operation },
    ...copy.paths,
  };
  const { groups } = buildClientModel(project, readContract(copy));
  return groups.flatMap(({ property, methods, waits }) =>
    [...methods, ...waits].map(({ name, ...one }) => {
      const { id } = "lookup" in one ? one.lookup.operation : one.operation;
      return `${id}: ${property}.${name}`;
    }),
  );
}

const now = methodsWith({ operationId: "readAudit", tags: ["audit"] }).filter(
  (line) => !line.startsWith("readAudit"),
);

/** Operations that the contract does not have, with their tags and what they are called. */
const additions = [
  ["getReceipt", "transactions", "transactions.getReceipt"],
  ["getTransactionByCode", "transactions", "transactions.getTransactionByCode"],
  ["createRefund", "transactions", "transactions.createRefund"],
  ["listDeliveries", "webhooks", "webhooks.listDeliveries"],
  ["getWebhook", "webhooks", "webhooks.get"],
  ["listTransfers", "transfers", "transfers.list"],
  ["getCharge", "charges", "charges.get"],
].filter(([id]) => !now.some((line) => line.startsWith(`${id}:`)));

test.for(additions)(
  "%s of %s is %s, and no other method has another name",
  ([operationId = "", tag = "", method]) => {
    const methods = methodsWith({ operationId, tags: [tag] });
    expect(methods).toContain(`${operationId}: ${method}`);
    expect(methods.filter((line) => !line.startsWith(`${operationId}:`))).toEqual(now);
  },
);

test.for([
  ["createTransaction", "transactions", "createCharge", "transactions.create"],
  ["list", "webhooks", "listWebhooks", "webhooks.list"],
] as const)(
  "%s of %s stops the generator, until it has a name of its own",
  ([operationId, tag, other, method]) => {
    const ids = `${operationId} and ${other}`;
    expect(() => methodsWith({ operationId, tags: [tag] })).toThrow(
      `${ids} would both be the client's ${method}: give the new one another operationId, or @extension("x-client-name", "…").`,
    );
    const methods = methodsWith({ operationId, tags: [tag], "x-client-name": "other" });
    expect(methods.filter((line) => !line.startsWith(`${operationId}:`))).toEqual(now);
  },
);
