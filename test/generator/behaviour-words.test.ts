// What the `x-` fields say stands in the descriptions too, where tools that do not know the fields show it.

import type { Basis } from "@packages/contract/src/behaviour.ts";
import { buildDocument } from "@packages/contract/src/document/build-document.ts";
import { widenErrors } from "@packages/contract/src/document/narrow-errors.ts";
import { publishDocument } from "@packages/contract/src/document/publish-document.ts";
import type { Document, Operation, Parameter } from "@packages/contract/src/openapi.ts";
import { listParts } from "@packages/contract/src/parts.ts";
import { readContract } from "@packages/contract/src/read-contract.ts";
import { describe, expect, test } from "vitest";
import { document as plainContract } from "../support/compiled-contract.ts";
import { contract, document as contractDocument } from "../support/contract.ts";
import { makeDocument, makeNotifications, makeOperation } from "./support/document.ts";
import { document as plainLibrary } from "./support/library.ts";

const publish = (document: Document): Document => publishDocument(buildDocument(document));
const library = publishDocument(plainLibrary);

/** Description of an operation with the given parts. */
function describeOperation(parts: Partial<Operation>, more: Partial<Document> = {}): string {
  const paths = {
    "/books": { get: makeOperation("listBooks", { description: "List books.", ...parts }) },
  };
  return publish(makeDocument(paths, more)).paths["/books"]?.get?.description ?? "";
}

test.each([
  ["contract", contractDocument],
  ["library", library],
])("every basis of the %s stands in words where its statement is described", (_, document) => {
  const silent = listParts(document).filter(({ part, kind, steps }) => {
    const basis = part["x-basis"] as Basis | undefined;
    // Those of the whole and of servers stand in the description of what holds them.
    const inServers = steps[0] === "servers" ? document.servers?.[0] : part;
    const holder = steps.length === 0 ? document.info : inServers;
    return basis && kind === "words" && !String(holder?.description).includes(basis.reason);
  });
  expect(silent.map(({ steps }) => steps.join("/"))).toEqual([]);
  const texts = listParts(document)
    .map(({ part }) => String(part.description ?? ""))
    .join("\n");
  const inside = listParts(document).filter(
    ({ part, kind }) => kind === "extension" && part["x-basis"] && !part.to && !part.code,
  );
  for (const { part } of inside) expect(texts).toContain((part["x-basis"] as Basis).reason);
});

describe("an operation says", () => {
  test("its rate limit, and what is counted", () => {
    const text = describeOperation({
      "x-rate-limit": { limit: 5, window: 60, scope: ["ip", "apiKey"] },
    });
    expect(text).toMatch(
      /^List books\.\n\n\*\*Rate limit\.\*\* 5 requests in 1 minute for each IP address and API key\./,
    );
  });

  test("that none is documented, where others have one", () => {
    const built = publish(
      makeDocument({
        "/books": { get: makeOperation("listBooks") },
        "/loans": {
          get: makeOperation("listLoans", {
            "x-rate-limit": { limit: 1, window: 90, scope: ["ip"] },
          }),
        },
      }),
    );
    expect(built.paths["/books"]?.get?.description).toBe("**Rate limit.** Not documented.");
    expect(built.paths["/loans"]?.get?.description).toContain(
      "1 requests in 90 seconds for each IP address",
    );
    expect(describeOperation({})).toBe("List books.");
  });

  test("how a request is repeated: scope, lifetime of a key and what is remembered", () => {
    const text = describeOperation({
      "x-idempotency": {
        header: "Loan-Key",
        retention: 172_800,
        scope: "caller",
        replayedHeader: "Again",
        missing: "NO_KEY",
        conflict: "KEY_USED",
        keeps: ["BOOK_LENT", "TOO_LONG"],
      },
    });
    expect(text).toContain(
      "The service stores the key in `Loan-Key` for 2 days, separately for each caller",
    );
    expect(text).toContain(
      "with `Again`, and no second effect. The service stores successes and `BOOK_LENT` and `TOO_LONG`",
    );
    expect(text).toContain(
      "Same key, other request: `KEY_USED`. While the first request still runs: the same error",
    );
    expect(text).toContain("makes a new request. No key: `NO_KEY`.");
  });

  test("how long its token lives", () => {
    const text = describeOperation({
      "x-token": {
        scheme: "Card",
        token: "token",
        expiresIn: "expiresIn",
        unit: "milliseconds",
        lifetime: 1_800_000,
        renewEarly: 60,
        format: "JWT",
        claims: { sub: "the reader" },
      },
    });
    expect(text).toContain(
      "The token for `Card` lives 30 minutes: `expiresIn` is 1800000, in milliseconds.",
    );
    expect(text).toContain("renews it 1 minute before its end. Its claims: `sub` (the reader).");
  });

  test("its receivers, its notifications, and each status with its meaning and its transitions", () => {
    const text = library.paths["/loans"]?.post?.description ?? "";
    expect(text).toContain("The URL in `noticeUrl` receives `loan/made` and `loan/ended`.");
    expect(text).toMatch(/- `lent`: .*Next: `.+` when .+ is sent/);
    expect(text).toMatch(/- `\w+`: .*Final\./);
  });
});

test("the form of a token becomes the format of its scheme", () => {
  expect(contractDocument.components?.securitySchemes?.AccessToken).toMatchObject({
    bearerFormat: "JWT",
  });
});

describe("a notification says", () => {
  const delivery = {
    guarantee: "at-least-once",
    ordered: false,
    success: "2xx",
    timeout: 10,
    redirects: false,
    schedule: [0, 300],
    jitter: 0.1,
    disabledAfter: 86_400,
  };
  const signature = {
    header: "Stamp",
    algorithm: "HMAC-SHA256",
    signed: "{timestamp}.{body}",
    timestamp: "t",
    version: "v1",
    tolerance: 120,
  };
  const lend = makeOperation("lend", {
    "x-notifies": { url: "{$request.body#/to/url}", events: ["lost"] },
  });
  const built = publish(
    makeDocument(
      { "/books": { post: lend } },
      {
        components: { schemas: makeNotifications("lost") },
        "x-notification-delivery": delivery,
        "x-notification-signature": { ...signature, description: "Proof." },
      },
    ),
  );

  test("when and where it is sent, and how often it is tried", () => {
    const text = built.webhooks?.lost?.post?.description ?? "";
    expect(text).toContain("**Sent** when it happened, to the URL in `to.url` of `lend`.");
    expect(text).toContain(
      "Attempts: 2, each after the one before it has failed: at once, after 5 minutes",
    );
    expect(text).toContain("each wait varies by 10 % either way");
    expect(text).toContain("switched off after 24 hours of nothing but failures");
  });

  test("how it is signed, at the header that holds the signature and for all in the description of the whole", () => {
    const text = JSON.stringify(
      built.components?.parameters ?? built.webhooks?.lost?.post?.parameters,
    );
    expect(text).toContain("Proof.\\n\\n- Header: `Stamp`, as `t=<epoch seconds>,v1=<hex>`");
    expect(text).toContain("more than 2 minutes from the receiver's clock is refused");
    expect(built.info.description).toContain("Algorithm: HMAC-SHA256");
  });

  test("how it is signed once, however many notifications share the header", () => {
    const { description } = contractDocument.components?.parameters?.["Pix-Signature"] ?? {};
    expect(description?.match(/- Signed:/g)).toHaveLength(1);
  });
});

test("a list of values says what each means, and whether it may grow", () => {
  const { description } = contractDocument.components?.schemas?.NotificationScope ?? {};
  expect(description).toContain("- `user`: The URL belongs to a webhook registration.");
  expect(description).toMatch(/Values may be added later: accept one that is not listed\.$/);
});

test("a field says which errors answer a value against its rules", () => {
  const { properties = {} } = contractDocument.components?.schemas?.ChargeRequest ?? {};
  expect(properties.amountInCents?.description).toMatch(
    /A larger value is answered with 422 `AMOUNT_TOO_HIGH`\. A smaller value is answered with 422 `AMOUNT_TOO_LOW`\.$/,
  );
  const { properties: transfer = {} } = contractDocument.components?.schemas?.TransferRequest ?? {};
  expect(transfer.amount?.description).toMatch(
    /A larger value or a smaller value is answered with 400 `INVALID_AMOUNT`\.$/,
  );
});

test("the model has the words of the spec alone, so that nothing is said twice", () => {
  const sentences = /\*\*Rate limit\.|Values may be added|Next: /;
  expect(JSON.stringify(readContract(plainContract))).not.toMatch(sentences);
  expect(JSON.stringify(contract)).not.toMatch(sentences);
  expect(JSON.stringify(publishDocument(plainContract))).toMatch(sentences);
});

test("publishing leaves the document as it is, and adds nothing but words, conditions, the errors of responses and names of examples", () => {
  const before = structuredClone(plainContract);
  const published = publishDocument(plainContract);
  expect(plainContract).toEqual(before);
  const isParameter = (value: unknown): value is Parameter =>
    typeof value === "object" && value !== null && "in" in value && "schema" in value;
  const bare = (document: Document): string =>
    JSON.stringify(widenErrors(document), (key, value: unknown) => {
      if (key === "description" && typeof value === "string") return undefined;
      if (/^(if|then|else)$/.test(key)) return undefined;
      return isParameter(value) ? { ...value, example: undefined, examples: undefined } : value;
    });
  expect(bare(published)).toBe(bare(plainContract));
});
