import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contract } from "../support/contract.ts";
import { badCalls } from "./bad-calls.ts";
import { type BadRequest, badRequests, change, codeFor, fieldsOf } from "./bad-requests.ts";
import { keepRules } from "./break-rules.ts";
import { checkAnswer, codeOf } from "./check-answer.ts";
import { readDivergences } from "./divergences.ts";
import { type Answer, makeRequest, openTarget, send, type Target } from "./target.ts";

let target: Target;
let divergences: Map<string, string>;
const met = new Set<string>();
beforeAll(async () => {
  target = await openTarget();
  divergences = readDivergences(target.name);
});
afterAll(() => target.close());

describe.for(contract.operations)("$id", (operation) => {
  const requests = [...badRequests(operation), ...badCalls(operation)];

  test.for(requests)("refuses $name with $status $code", async (request) => {
    const { status, code } = request;
    const answer = await sendBad(operation, request);
    const place = `${operation.id} › ${request.name}`;
    const divergence = divergences.get(place);
    if (divergence !== undefined) {
      met.add(place);
      expect(describeAnswer(answer), "The divergence has disappeared or changed: update its file").toBe(divergence);
      expect(divergence, "No divergence: the answer is as documented").not.toBe(`${status} ${code}`);
      return;
    }
    expect(describeAnswer(answer)).toBe(`${status} ${code}`);
    expect(checkAnswer(operation, answer)).toEqual([]);
  });

  const example = operation.body?.examples[0]?.value;
  const edges =
    operation.body && example !== undefined
      ? fieldsOf(operation.body.schema, example).flatMap(({ path, schema, value }) =>
          keepRules(schema, value).map((kept) => ({
            name: `${path.join(".")}: ${kept.label}`,
            body: change(example, path, kept.value),
          })),
        )
      : [];
  test.for(edges)("accepts $name", async ({ body }) => {
    const answer = await send(await makeRequest(target, operation, { body }));
    expect(checkAnswer(operation, answer)).toEqual([]);
    expect(answer.status).toBe(200);
  });

  if (operation.body) {
    test("ignores fields that it does not know", async () => {
      const body = { ...(example as object), unknown: { deep: [1] } };
      const answer = await send(await makeRequest(target, operation, { body }));
      expect(answer.status).toBe(200);
      expect(JSON.stringify(answer.body)).not.toContain("unknown");
    });
  }
});

describe("beside the operations", () => {
  test("an unknown path is refused in the contract's shape", async () => {
    const answer = await send({ url: `${target.url}/api/v9/nothing`, method: "GET", headers: {} });
    expect(describeAnswer(answer)).toBe(`404 ${codeFor("unknown-path")}`);
  });

  test.for(contract.operations)("a wrong method on the path of $id is refused with Allow", async (operation) => {
    const answer = await send({ ...(await makeRequest(target, operation, { body: undefined })), method: "PATCH" });
    expect(describeAnswer(answer)).toBe(`405 ${codeFor("unknown-method")}`);
    expect(answer.headers.get("allow")?.split(/, */)).toContain(operation.method);
  });
});

test("every divergence of the target names a request of the suite", () => {
  expect([...divergences.keys()].filter((place) => !met.has(place))).toEqual([]);
});

async function sendBad(operation: (typeof contract.operations)[number], request: BadRequest): Promise<Answer> {
  const { headers, rawBody, body, path } = request;
  const changes = { ...(headers && { headers }), ...(path !== undefined && { path }) };
  if (rawBody !== undefined) return send(await makeRequest(target, operation, { ...changes, body: rawBody }));
  if (body === undefined) return send(await makeRequest(target, operation, changes));
  // A text as body is JSON, too: makeRequest would take it for the body itself.
  return send(await makeRequest(target, operation, { ...changes, body: JSON.stringify(body) }));
}

function describeAnswer(answer: Answer): string {
  return [answer.status, codeOf(answer)].filter((part) => part !== undefined).join(" ");
}
