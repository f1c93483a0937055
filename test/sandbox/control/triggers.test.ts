// Every trigger does what it says, through the service's own operations, and stands in the guide.
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { printTriggers } from "../../../packages/sandbox/scripts/print-triggers.ts";
import { errors } from "../../../packages/sandbox/src/contract.ts";
import {
  createSandbox,
  type RunningSandbox,
} from "../../../packages/sandbox/src/create-sandbox.ts";
import { type Trigger, triggers } from "../../../packages/sandbox/src/service/triggers.ts";
import { checkResponse } from "../../support/check-response.ts";
import { contract } from "../../support/contract.ts";
import { authorize, charge, logIn, transfer } from "./support/call.ts";

let sandbox: RunningSandbox;
let authorization: string;

beforeAll(async () => {
  sandbox = await createSandbox({
    automatic: false,
    settings: { rateLimitMultiplier: 0, dailyLimit: 10 ** 12, openingBalance: 10 ** 12 },
  });
  authorization = await authorize(sandbox);
});
afterAll(() => sandbox.close());

interface ReadResponse {
  status: number;
  headers: Headers;
  body: { error?: { code: string; details?: unknown }; data?: { id: string } };
}

async function send(
  operation: Trigger["operation"],
  body: object,
  key: string = crypto.randomUUID(),
): Promise<ReadResponse> {
  const path = operation === "createCharge" ? "pix/in/qrcode" : "pix/out/pixkey";
  const response = await sandbox.fetch(`http://localhost/api/v1/${path}`, {
    method: "POST",
    headers: { authorization, "content-type": "application/json", "x-idempotency-key": key },
    body: JSON.stringify(body),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as ReadResponse["body"],
  };
}

/** A body with a value in the field that triggers something; e-mail addresses have no upper and lower case. */
function bodyWith({ operation, value }: Pick<Trigger, "operation" | "value">): object {
  return operation === "createCharge"
    ? { ...charge, customer: { ...charge.customer, email: value.toUpperCase() } }
    : { ...transfer, pixKey: value.toUpperCase() };
}

const ofBodies = triggers.filter(({ operation }) => operation !== "issueToken");
const nameOf = ({ operation, effect, value }: Trigger): string => {
  const { code, status, kind }: { code?: string; status?: unknown; kind: string } = effect;
  return `${operation} ${value} → ${code ?? status ?? kind}`;
};

describe("errors", () => {
  const failing = ofBodies.flatMap((trigger) =>
    trigger.effect.kind === "fail" ? [[nameOf(trigger), trigger] as const] : [],
  );

  test.each(failing)("%s", async (_, trigger) => {
    if (trigger.effect.kind !== "fail") throw new Error("Not an error.");
    const operation = contract.operations.find(({ id }) => id === trigger.operation);
    if (!operation) throw new Error(`There is no ${trigger.operation}.`);
    const before = await sandbox.control.state();
    const answer = await send(trigger.operation, bodyWith(trigger));
    expect(answer.status).toBe(trigger.effect.status);
    expect(answer.body.error?.code).toBe(trigger.effect.code);
    // Of failures of the service itself the contract says nothing with each operation.
    if (answer.status !== 500) expect(checkResponse(operation, answer)).toEqual([]);
    if (answer.status === 429) {
      expect(answer.headers.get("retry-after")).toBe("1");
      expect(answer.body.error?.details).toMatchObject({ retryAfter: 1, window: 60 });
    }
    if (answer.status === 401) expect(answer.headers.get("www-authenticate")).toBe("Bearer");
    const { charges, transfers } = await sandbox.control.state();
    expect({ charges, transfers }).toEqual({
      charges: before.charges,
      transfers: before.transfers,
    });
  });

  test("a suspended account", async () => {
    const answer = await logIn(sandbox, "account-suspended", "any");
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ error: { code: "ACCOUNT_SUSPENDED" } });
  });

  test("what is triggered by a business rule is remembered under its idempotency key", async () => {
    const key = crypto.randomUUID();
    const body = { ...transfer, pixKey: "insufficient-balance@sandbox.pix.example" };
    const again = () => send("createTransfer", body, key);
    expect((await again()).headers.get("idempotent-replayed")).toBeNull();
    const second = await again();
    expect(second.status).toBe(402);
    expect(second.headers.get("idempotent-replayed")).toBe("true");
  });
});

describe("outcomes", () => {
  const ending = ofBodies
    .filter(({ effect }) => effect.kind !== "fail")
    .map((trigger) => [nameOf(trigger), trigger] as const);

  test.each(ending)("%s", async (_, { effect, ...trigger }) => {
    const { control } = sandbox;
    const { status, body: answer } = await send(trigger.operation, bodyWith(trigger));
    expect(status).toBe(200);
    const id = answer.data?.id ?? "";
    await control.clock.advance("10s");
    const object =
      trigger.operation === "createCharge"
        ? await control.charges.read(id)
        : await control.transfers.read(id);
    expect(object.status).toBe(effect.kind === "end" ? effect.status : "queued");
  });
});

describe("the whole of them", () => {
  test("every error that an operation with a body lists has one, and each is different", () => {
    for (const operation of ["createCharge", "createTransfer"] as const) {
      const listed = errors
        .filter((error) => (error.operations as string[]).includes(operation))
        .map(({ code }) => code);
      const triggered = triggers.flatMap(({ effect, ...trigger }) =>
        trigger.operation === operation && effect.kind === "fail" ? [effect.code] : [],
      );
      expect(triggered.sort()).toEqual([...listed, "INTERNAL_ERROR"].sort());
      const values = ofBodies
        .filter((trigger) => trigger.operation === operation)
        .map(({ value }) => value);
      expect(new Set(values).size).toBe(values.length);
    }
  });

  test.each([
    "refused@pix.example",
    "refused@sandbox.pix.example.com",
    "canceled@shop.example.com",
  ])("%s triggers nothing", async (value) => {
    // The clock has moved past the end of the first token.
    authorization = await authorize(sandbox);
    for (const operation of ["createCharge", "createTransfer"] as const) {
      const { status, body } = await send(operation, bodyWith({ operation, value }));
      expect(status).toBe(200);
      await sandbox.control.clock.advance("10s");
      const id = body.data?.id ?? "";
      if (operation === "createCharge")
        expect((await sandbox.control.charges.read(id)).status).toBe("pending");
      else expect((await sandbox.control.transfers.read(id)).status).toBe("completed");
    }
  });

  test("the guide has them as they are; packages/sandbox/scripts/print-triggers.ts writes them", async () => {
    const guide = await readFile(
      new URL("../../../docs/guides/sandbox-triggers.md", import.meta.url),
      "utf8",
    );
    expect(await printTriggers()).toBe(guide);
  });
});
