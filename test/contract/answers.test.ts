import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Json } from "../../scripts/contract/openapi.ts";
import { contract } from "../support/contract.ts";
import { checkAnswer, codeOf } from "./check-answer.ts";
import { makeRequest, openTarget, send, type Target } from "./target.ts";

let target: Target;
beforeAll(async () => {
  target = await openTarget();
});
afterAll(() => target.close());

describe.for(contract.operations)("$id", (operation) => {
  const examples = operation.responses.flatMap((response) =>
    response.examples.map((example) => ({ response, example })),
  );

  test("documents an example for every error and every answer with a body", () => {
    for (const { status, schema, errors, examples } of operation.responses) {
      if (schema) expect(examples, `${status}`).not.toEqual([]);
      const named = examples.map(({ name }) => name);
      const wanted = errors.map((code) => contract.errors.find((error) => error.code === code)?.example);
      expect(named, `${status}`).toEqual(expect.arrayContaining(wanted));
    }
  });

  test.for(examples)(
    "answers $response.status with the example $example.name",
    async ({ response, example }, { skip }) => {
      if (!target.prefers) skip("The target does not answer as Prefer asks.");
      const prefer = `code=${response.status}, example=${example.name}`;
      const answer = await send(await makeRequest(target, operation, { headers: { prefer } }));

      expect(answer.status).toBe(response.status);
      expect(checkAnswer(operation, answer)).toEqual([]);
      expect(answer.body).toEqual(example.value);
      if (response.errors.length > 0) expect(response.errors).toContain(codeOf(answer));
      expect(answer.headers.get("sl-violations"), "Prism found its own answer wrong").toBeNull();
    },
  );

  test.for((operation.body?.examples ?? [{ name: "no body" }]) as { name: string; value?: Json }[])(
    "answers the request '$name' with a success",
    async ({ value }) => {
      const answer = await send(await makeRequest(target, operation, { body: value }));
      expect(answer.status).toBe(200);
      expect(checkAnswer(operation, answer)).toEqual([]);
      expect(answer.headers.get("sl-violations")).toBeNull();
    },
  );
});
