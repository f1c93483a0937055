// What libraries of others make of the client: forms that take a Standard Schema, and TanStack Query.
import type { StandardSchemaV1 } from "@standard-schema/spec";
import { MutationObserver, QueryClient } from "@tanstack/query-core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createContractTable } from "../../generated/client/src/contract.ts";
import { createPixClient } from "../../generated/client/src/index.ts";
import { operations } from "../../generated/client/src/samples.js";
import * as schemas from "../../generated/client/src/standard-schema.ts";
import {
  createTransferMutation,
  getTransferQuery,
  listWebhooksQuery,
} from "../../generated/client/src/tanstack-query.ts";
import type { TransferRequest } from "../../generated/client/src/types.ts";

const transfer: TransferRequest = { pixKey: "destino@example.com", amount: 150_000 };

test("a schema is one of the standard, with the type of the body", () => {
  const standard: StandardSchemaV1<TransferRequest> = schemas.createTransferBody;
  expect(standard["~standard"]).toMatchObject({ version: 1, vendor: "@pix-contract/client" });
  expect(standard["~standard"].validate(transfer)).toEqual({ value: transfer });
});

test("a schema and the client refuse the same bodies", () => {
  const table = createContractTable().operations;
  const all: Record<string, StandardSchemaV1> = { ...schemas };
  const names = Object.keys(all);
  expect(names).toEqual(["createChargeBody", "createTransferBody", "createWebhookBody"]);
  const leaf = fc.oneof(
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.constantFrom(null, undefined, [], {}, "cpf", "BRL"),
  );
  const bodies: Record<string, object> = {
    createCharge: {
      amountInCents: 4990,
      customer: { name: "Ana", email: "a@example.com", documentType: "cpf", document: "1" },
      items: [{ title: "x", tangible: true, quantity: 1, amountInCents: 1 }],
    },
    createTransfer: { ...transfer, currency: "BRL", description: "x" },
    createWebhook: { url: "https://example.com", events: ["a"], name: "x", isActive: true },
  };
  for (const name of names) {
    const id = name.replace("Body", "");
    const check = table[id]?.body;
    const body = bodies[id] ?? {};
    const paths = pathsOf(body);
    let refused = 0;
    fc.assert(
      fc.property(fc.constantFrom(...paths), leaf, (path, value) => {
        const changed = replaceAt(body, path, value);
        const result = all[name]?.["~standard"].validate(changed);
        const issues = (result && "issues" in result && result.issues) || [];
        const first = check?.(changed);
        expect(issues.length > 0, JSON.stringify(changed)).toBe(first !== undefined);
        if (first) {
          refused += 1;
          expect(issues.map((issue) => issue.path?.join("."))).toContain(first[0]);
        }
      }),
      { numRuns: 300 },
    );
    expect(refused).toBeGreaterThan(30);
  }
});

function pathsOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== "object" || value === null) return [path];
  return [
    ...(path.length > 0 ? [path] : []),
    ...Object.entries(value).flatMap(([key, part]) => pathsOf(part, [...path, key])),
  ];
}

function replaceAt(value: unknown, [key, ...rest]: string[], given: unknown): unknown {
  if (key === undefined) return given;
  const copy = structuredClone(value) as Record<string, unknown>;
  copy[key] = replaceAt(copy[key], rest, given);
  return copy;
}

type Samples = Record<string, { examples: Record<string, { body: { data: { id: string } } }> }>;

/** The first example of an operation's success. */
function exampleOf(id: string): { data: { id: string } } {
  const [example] = Object.values((operations as Samples)[id]?.examples ?? {});
  return example?.body ?? { data: { id: "" } };
}

/** A client of a service that answers with its examples, and the requests that it saw. */
function startClient(fail = 0) {
  const requests: { path: string; key: string | null; signal: AbortSignal }[] = [];
  const pix = createPixClient({
    baseUrl: "https://pix.example",
    apiKey: "key",
    apiSecret: "secret",
    retry: { attempts: 1 },
    fetch: async (input: Request | string, init?: RequestInit) => {
      const request = new Request(input, init);
      const { pathname } = new URL(request.url);
      const isToken = pathname === "/api/auth";
      if (!isToken)
        requests.push({
          path: pathname,
          key: request.headers.get("x-idempotency-key"),
          signal: request.signal,
        });
      if (!isToken && requests.length <= fail) throw new TypeError("fetch failed");
      const id = isToken
        ? "issueToken"
        : pathname.includes("pixkey")
          ? "createTransfer"
          : pathname.includes("webhook")
            ? "listWebhooks"
            : "getTransfer";
      return Response.json(exampleOf(id));
    },
  });
  return { pix, requests };
}

test("a lookup is a query: one request for its key, ended with it", async () => {
  const { pix, requests } = startClient();
  const queries = new QueryClient();
  const { id } = exampleOf("getTransfer").data;
  const options = getTransferQuery(pix, id);
  expect(options.queryKey).toEqual(["@pix-contract/client", "getTransfer", id]);
  const transfer = await queries.fetchQuery({ ...options, staleTime: 60_000 });
  expect(transfer.id).toBe(id);
  await queries.fetchQuery({ ...options, staleTime: 60_000 });
  expect(requests.map(({ path }) => path)).toEqual([`/api/v1/transfers/${id}`]);
  expect((await queries.fetchQuery(listWebhooksQuery(pix))).length).toBeGreaterThan(0);
  await queries.invalidateQueries({ queryKey: ["@pix-contract/client", "getTransfer"] });
  expect(queries.getQueryState(options.queryKey)?.isInvalidated).toBe(true);
});

test("a payment is a mutation with one key, however often it is tried", async () => {
  const { pix, requests } = startClient(1);
  const options = { ...createTransferMutation(pix), retry: 2, retryDelay: 0 };
  const observer = new MutationObserver(new QueryClient(), options);
  const sent = await observer.mutate({ body: transfer, options: { idempotencyKey: "payout-1" } });
  expect(sent.id).toBeDefined();
  expect(requests.map(({ key }) => key)).toEqual(["payout-1", "payout-1"]);
  // @ts-expect-error a mutation that can be repeated needs a key that outlives its calls
  const unkeyed = { body: transfer } satisfies Parameters<typeof options.mutationFn>[0];
  expect(unkeyed).not.toHaveProperty("options");
});
