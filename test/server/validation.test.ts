import type { Json } from "@packages/contract/src/openapi.ts";
import { describe, expect, test } from "vitest";
import type { Violation } from "../../generated/server/src/index.ts";
import { change } from "../../packages/conformance/src/generate/fields.ts";
import { makeHandlers } from "./sample/handlers.ts";
import { unlimited } from "./sample/server.ts";
import { bodyOf, type CallResponse, call } from "./support/call.ts";
import { onEachAdapter, shareSample } from "./support/each-adapter.ts";

onEachAdapter(() => {
  const seen: unknown[] = [];
  const handlers = makeHandlers();
  const sample = shareSample({
    rateLimits: unlimited,
    handlers: {
      ...handlers,
      createCharge: (context) => {
        seen.push(context.body);
        return handlers.createCharge(context);
      },
    },
  });

  function charge(path: string, value?: Json): Promise<CallResponse> {
    return call(sample.server, "createCharge", sample.token, {
      body: change(bodyOf("createCharge"), path.split("."), value),
    });
  }

  describe("all violations at once", () => {
    test("with path, rule and message", async () => {
      const body = {
        amountInCents: "5",
        customer: { name: "", email: "x@example.com" },
        items: [{ title: "a", quantity: 0 }],
      };
      const answer = await call(sample.server, "createCharge", sample.token, { body });
      expect([answer.status, answer.body.error.code]).toEqual([400, "VALIDATION_ERROR"]);
      expect(answer.body.error.details).toEqual([
        { path: "amountInCents", rule: "type", message: "must be integer" },
        { path: "customer.documentType", rule: "required", message: "is required" },
        { path: "customer.document", rule: "required", message: "is required" },
        {
          path: "customer.name",
          rule: "minLength",
          message: "must NOT have fewer than 1 characters",
        },
        { path: "items.0.tangible", rule: "required", message: "is required" },
        { path: "items.0.amountInCents", rule: "required", message: "is required" },
        { path: "items.0.quantity", rule: "minimum", message: "must be >= 1" },
      ]);
    });

    test.for(["text", null, [], 7])("a body that is %j", async (body) => {
      const answer = await call(sample.server, "createCharge", sample.token, {
        rawBody: JSON.stringify(body),
      });
      expect(answer.body.error).toMatchObject({
        code: "VALIDATION_ERROR",
        details: [{ path: "", rule: "type" }],
      });
    });

    test("no body at all", async () => {
      const answer = await call(sample.server, "createCharge", sample.token, { body: undefined });
      expect(answer.body.error).toMatchObject({
        code: "VALIDATION_ERROR",
        details: [{ path: "", rule: "required" }],
      });
    });
  });

  describe("codes of their own", () => {
    test.for([
      [
        "amountInCents",
        0,
        422,
        "AMOUNT_TOO_LOW",
        { path: "amountInCents", rule: "minimum", minimum: 1 },
      ],
      // A wrong JSON type never has one.
      ["amountInCents", 1.5, 400, "VALIDATION_ERROR", [{ path: "amountInCents", rule: "type" }]],
      [
        "postbackUrl",
        "http://shop.example.com",
        400,
        "VALIDATION_ERROR",
        [{ path: "postbackUrl" }],
      ],
    ] as const)("%s = %j: %i %s", async ([path, value, status, code, details]) => {
      const answer = await charge(path, value);
      expect([answer.status, answer.body.error.code]).toEqual([status, code]);
      expect(answer.body.error.details).toMatchObject(details as object);
    });

    test("a CNPJ is one where documentType says so", async () => {
      const customer = {
        name: "Loja",
        email: "loja@example.com",
        documentType: "cnpj",
        document: "11222333000181",
      };
      expect((await charge("customer", customer)).status).toBe(200);
    });

    test("the first one's code answers where every violation has one", async () => {
      const body = { ...bodyOf("createTransfer"), pixKey: "nobody", amount: 0 };
      const answer = await call(sample.server, "createTransfer", sample.token, { body });
      expect(["INVALID_PIX_KEY", "INVALID_AMOUNT"]).toContain(answer.body.error.code);
      expect(answer.body.error.details.path).toBe(
        answer.body.error.code === "INVALID_AMOUNT" ? "amount" : "pixKey",
      );
      // All violations are reported at once here too.
      const fields = answer.body.error.details.fields.map(
        ({ path, rule }: Violation) => `${path} ${rule}`,
      );
      expect(fields.sort()).toEqual(["amount minimum", "pixKey anyOf"]);
    });

    test("the general one answers where any violation has none", async () => {
      const answer = await call(sample.server, "createTransfer", sample.token, {
        body: { pixKey: "nobody", amount: 0, currency: "USD" },
      });
      expect(answer.body.error.code).toBe("VALIDATION_ERROR");
      expect(answer.body.error.details.map(({ path }: { path: string }) => path).sort()).toEqual([
        "amount",
        "currency",
        "pixKey",
      ]);
    });

    test("a value that fits no variant is one violation, of the type where no variant takes it", async () => {
      for (const [pixKey, code, rule] of [
        ["nobody", "INVALID_PIX_KEY", "anyOf"],
        [5, "VALIDATION_ERROR", "type"],
      ] as const) {
        const answer = await call(sample.server, "createTransfer", sample.token, {
          body: { ...bodyOf("createTransfer"), pixKey },
        });
        expect(answer.body.error.code).toBe(code);
        expect([answer.body.error.details].flat()).toMatchObject([{ path: "pixKey", rule }]);
      }
    });
  });

  test("a phone that is no key is answered with the rule that it breaks", async () => {
    const answer = await call(sample.server, "createTransfer", sample.token, {
      body: { ...bodyOf("createTransfer"), pixKey: "+551199999999" },
    });
    expect(answer.body.error).toMatchObject({
      code: "INVALID_PIX_KEY",
      details: { path: "pixKey", rule: "format" },
    });
    expect(answer.body.error.details.message).toMatch(
      /pix-phone: .*of Brazil \(\+55\) a mobile number.*a rule of the scheme's manual/,
    );
  });

  describe("what a handler sees", () => {
    test("nothing is coerced, unknown fields are dropped at every level, defaults are filled in", async () => {
      seen.length = 0;
      const known = {
        amountInCents: 5,
        customer: { ...(bodyOf("createCharge").customer as object) },
      };
      const body = { ...known, extra: 1, customer: { ...known.customer, extra: { deep: true } } };
      await call(sample.server, "createCharge", sample.token, { body: body as Json as never });
      expect(seen).toEqual([{ ...known, description: "" }]);
    });

    test.for(["__proto__", "constructor", "prototype"])(
      "a field named %s changes nothing",
      async (name) => {
        seen.length = 0;
        const text = JSON.stringify(bodyOf("createCharge"));
        const answer = await call(sample.server, "createCharge", sample.token, {
          rawBody: `{"${name}":{"amountInCents":1,"polluted":true},${text.slice(1)}`,
        });
        expect(answer.status).toBe(200);
        expect(Object.keys(seen[0] as object)).not.toContain(name);
        expect(Object.getPrototypeOf(seen[0])).toBe(Object.prototype);
        expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
      },
    );
  });
});
