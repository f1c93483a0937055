// What no schema can say of an example, checked by decoders that share nothing with whatever made the examples.
import { createHmac } from "node:crypto";
import { findEchoes } from "@packages/contract/src/echoes.ts";
import type { Json } from "@packages/contract/src/openapi.ts";
import { shapesOf } from "@packages/contract/src/shapes/normalise.ts";
import { follow } from "@packages/contract/src/shapes/shape.ts";
import { readBrCode } from "@pix-contract/formats/br-code.ts";
import { formats } from "@pix-contract/formats/index.ts";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { describe, expect, test } from "vitest";
import { readMinute } from "../../packages/conformance/src/pix/object-checks.ts";
import { readQrPng } from "../../packages/conformance/src/pix/qr-png.ts";
import { contract, document } from "../support/contract.ts";
import { collectExamples, type Text, textsIn } from "./collect-examples.ts";

const examples = collectExamples(document);
const texts = examples.flatMap(textsIn);

/** Texts of a field; a field that no example shows is a mistake in this test. */
function textsOf(field: string): Text[] {
  const found = texts.filter((text) => text.field === field);
  if (found.length === 0) throw new Error(`No example shows ${field}.`);
  return found;
}

describe("BR Codes", () => {
  test.for(textsOf("emv"))(
    "$place is the code of a dynamic charge with a correct CRC",
    ({ value }) => {
      expect(() => readBrCode(value)).not.toThrow();
    },
  );

  test.for(textsOf("qrCode"))("$place is a PNG of the code next to it", ({ value, siblings }) => {
    expect(readQrPng(value)).toBe(siblings.emv);
  });
});

test.for(textsOf("document"))("$place has correct check digits", ({ value, siblings }) => {
  const kinds =
    siblings.documentType === undefined
      ? (["cpf", "cnpj"] as const)
      : [siblings.documentType as "cpf"];
  expect(kinds.some((kind) => formats[kind](value))).toBe(true);
});

test("the minute of a payment's identifier is that of its object", () => {
  for (const { value } of examples) {
    const { data } = (value ?? {}) as {
      data?: { pix?: { endToEndId?: string }; paidAt?: string; completedAt?: string };
    };
    const moment = data?.paidAt ?? data?.completedAt;
    if (!data?.pix?.endToEndId || !moment) continue;
    expect(readMinute(data.pix.endToEndId)).toBe(Date.parse(`${moment.slice(0, 16)}Z`));
  }
});

describe("tokens", () => {
  test.for(textsOf("token"))(
    "$place carries the claims of the contract for its lifetime",
    ({ value }) => {
      const issuer = contract.operations.find(({ token }) => token)?.token;
      const claims = decodeJwt(value);
      expect(decodeProtectedHeader(value)).toMatchObject({ typ: "JWT" });
      expect(Object.keys(claims).sort()).toEqual(Object.keys(issuer?.claims ?? {}).sort());
      expect(claims.type).toBe("COMPANY");
      expect((Number(claims.exp) - Number(claims.iat)) * 1000).toBe(issuer?.lifetime);
    },
  );
});

describe("signatures", () => {
  const { secret = "", body = "", value: signed = "" } = contract.signature?.example ?? {};

  test.for(textsOf("Pix-Signature"))(
    "$place is that of the secret and the body next to it",
    ({ value }) => {
      const [, time, hex] = /^t=([0-9]+),v1=([0-9a-f]{64})$/.exec(value) ?? [];
      expect(value).toBe(signed);
      expect(hex).toBe(createHmac("sha256", secret).update(`${time}.${body}`).digest("hex"));
      const [parameter] = Object.values(document.components?.parameters ?? {});
      for (const part of [secret, body, value]) expect(parameter?.description).toContain(part);
    },
  );
});

describe("messages", () => {
  const limited = contract.operations.filter(({ rateLimit }) => rateLimit);
  test.for(limited)(
    "the 429 of $id names its own limit, window and the seconds to wait",
    ({ rateLimit, responses }) => {
      const response = responses.find(({ status }) => status === 429);
      const header = (part: string): unknown =>
        response?.headers.find(({ rateLimitPart }) => rateLimitPart === part)?.example;
      expect(response?.examples).toHaveLength(1);
      const { error } = (response?.examples[0]?.value ?? {}) as {
        error: { message: string; details: Record<string, number> };
      };
      expect(error.details).toEqual({
        limit: rateLimit?.limit,
        window: rateLimit?.window,
        retryAfter: header("retryAfter"),
      });
      expect(error.message).toContain(String(error.details.retryAfter));
      expect(header("limit")).toBe(rateLimit?.limit);
      expect(header("window")).toBe(rateLimit?.window);
      expect(header("remaining")).toBe(0);
    },
  );

  test("money adds up: what reaches the recipient is the amount less the fees", () => {
    const transfers = JSON.stringify(examples.map(({ value }) => value)).matchAll(
      /"amount":(\d+)[^{}]*"netAmount":(\d+),"fees":(\d+)/g,
    );
    const found = [...transfers];
    expect(found.length).toBeGreaterThan(5);
    for (const [, amount, net, fees] of found)
      expect(Number(net)).toBe(Number(amount) - Number(fees));
  });
});

describe.for(contract.lifecycles)("$schema", ({ statuses, transitions }) => {
  test("every status is shown by a lookup", () => {
    const shown = contract.operations
      .filter(({ method }) => method === "GET")
      .flatMap(({ responses }) => responses.flatMap(({ examples }) => examples))
      .map(({ value }) => (value as { data?: { status?: string } }).data?.status);
    expect(shown).toEqual(expect.arrayContaining(Object.keys(statuses)));
  });

  test("every status that a notification announces is shown by it", () => {
    for (const { to, notification } of transitions) {
      const sent = contract.notifications.find(({ event }) => event === notification);
      const shown = sent?.body.examples.map(({ value }) => Object(value)[sent.subject].status);
      expect(shown).toContain(to);
    }
  });
});

test.for(contract.operations)(
  "what the responses of $id repeat is what its requests send",
  (operation) => {
    const { shapeOf } = shapesOf(contract);
    for (const { status, schema, examples: shown } of operation.responses) {
      const data = follow(shapeOf(schema ?? {}));
      if (status >= 300 || data.kind !== "object" || !data.fields.data) continue;
      const echoes = Object.entries(findEchoes(contract, operation, data.fields.data.shape));
      for (const { value } of shown) {
        const { data: result } = value as { data: Record<string, Json> };
        for (const [field, from] of echoes) {
          const sent = [
            ...(operation.body?.examples ?? []).map(
              (one) => (one.value as Record<string, Json>)[from],
            ),
            ...operation.parameters
              .filter(({ name }) => name === from)
              .map(({ example }) => example),
          ];
          expect(sent.length).toBeGreaterThan(0);
          expect(new Set(sent)).toEqual(new Set([result[field]]));
        }
      }
    }
  },
);
