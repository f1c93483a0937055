// The values of each field, from its constraints alone: one step inside of each bound is sent as right, one outside as wrong.
import { readFileSync } from "node:fs";
import { valuesOf } from "@packages/contract/src/shapes/shape.ts";
import { expect, test } from "vitest";
import { checkExchange } from "../checks/index.ts";
import type { Contract, Json, Operation } from "../contract.ts";
import { valueAtPath } from "../json-values.ts";
import { Ledger } from "../pix/ledger.ts";
import { pixProfile } from "../pix/profile.ts";
import { Session } from "../session.ts";
import { badBodies, badHeaderValues, brokenRules, goodBodies, goodHeaderValues } from "./cases.ts";
import { fieldsOfBody } from "./fields.ts";

const contract = JSON.parse(
  readFileSync(new URL("../../../../generated/openapi/contract.json", import.meta.url), "utf8"),
) as Contract;

function open(pace = false): Session {
  const options = { url: "http://127.0.0.1:1", apiKey: "k", apiSecret: "s", seed: 1, pace };
  const profile = pixProfile(contract, {}, new Ledger());
  return new Session(contract, profile, options, {} as never, checkExchange);
}

const session = open();
const withBody = contract.operations.filter(({ body }) => body);

/** Values that a field has in bodies, of those that change it alone. */
const valuesIn = (bodies: ReturnType<typeof badBodies>, path: readonly string[]) =>
  bodies
    .filter((one) => String(one.path) === String(path))
    .map(({ body }) => valueAtPath(body, path));

const lengthOf = (value: Json | undefined): number =>
  typeof value === "string" ? [...value].length : Array.isArray(value) ? value.length : -1;

/** Each bound of a field, from its shape: the values at it and beyond it, as `measure` shows them. */
function boundsOf(shape: ReturnType<typeof fieldsOfBody>[number]["shape"]) {
  const { minimum, maximum, maxLength, maxItems, minLength } = shape as Record<
    string,
    number | undefined
  >;
  const isText =
    shape.kind === "string" && shape.format === undefined && shape.patterns.length === 0;
  return [
    {
      name: "minimum",
      measure: Number,
      right: minimum,
      wrong: minimum === undefined ? undefined : minimum - 1,
    },
    // Nothing is sent that programs round.
    ...(maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER
      ? [{ name: "maximum", measure: Number, right: maximum, wrong: maximum + 1 }]
      : []),
    {
      name: "maxLength",
      measure: lengthOf,
      right: isText ? maxLength : undefined,
      wrong: maxLength === undefined ? undefined : maxLength + 1,
    },
    {
      name: "minLength",
      measure: lengthOf,
      right: undefined,
      wrong: minLength === undefined || minLength === 0 ? undefined : 0,
    },
    {
      name: "maxItems",
      measure: lengthOf,
      right: shape.kind === "array" && valuesOf(shape.items) ? undefined : maxItems,
      wrong: maxItems === undefined ? undefined : maxItems + 1,
    },
  ];
}

test.for(withBody)("$id: every bound is tried at it and one step beyond", (operation) => {
  const good = goodBodies(session, operation);
  const bad = badBodies(session, operation);
  let tried = 0;
  for (const { path, shape } of fieldsOfBody(contract, operation))
    for (const { name, measure, right, wrong } of boundsOf(shape)) {
      const seen = (bodies: typeof good) => valuesIn(bodies, path).map(measure);
      const what = `${path.join(".")} ${name}`;
      if (right !== undefined) expect(seen(good), what).toContain(right);
      if (wrong !== undefined) expect(seen(bad), what).toContain(wrong);
      if (wrong !== undefined && wrong > 0)
        expect(
          seen(good).every((one) => Number.isNaN(one) || one < wrong || name === "minimum"),
          what,
        ).toBe(true);
      tried += Number(wrong !== undefined);
    }
  expect(tried).toBeGreaterThan(1);
});

test.for(withBody)("$id: bodies that break a rule break one, and the others none", (operation) => {
  for (const { label, body } of goodBodies(session, operation))
    expect(brokenRules(session, operation, body).size, label).toBe(0);
  for (const { label, body } of badBodies(session, operation))
    expect(brokenRules(session, operation, body).size, label).toBeGreaterThan(0);
});

test("no description has the value of a name: a server that repeats it would seem to show a person", () => {
  const operation = contract.operations.find(({ id }) => id === "createCharge") as Operation;
  const bodies = goodBodies(session, operation);
  const [names, descriptions] = [["customer", "name"], ["description"]].map((path) =>
    valuesIn(bodies, path).filter((value) => String(value).includes("<script")),
  );
  expect(names).toHaveLength(1);
  expect(descriptions).toHaveLength(1);
  expect(descriptions).not.toEqual(names);
});

test("without a control plane, there are as many bodies as a window has room for, of every third of them", () => {
  const paced = open(true);
  const operation = contract.operations.find(({ id }) => id === "createTransfer") as Operation;
  const limited = (limit: number) =>
    badBodies(paced, { ...operation, rateLimit: { limit, window: 60, scope: [] } } as Operation);
  const all = badBodies(session, operation).map(({ label }) => label);
  const count = all.length;
  expect(limited(count)).toHaveLength(count);
  expect(limited(count + 1)).toHaveLength(count);
  const some = limited(12).map(({ label }) => all.indexOf(label));
  expect(new Set(some).size).toBe(12);
  for (const third of [0, 1, 2])
    expect(
      some.some((at) => Math.floor((3 * at) / count) === third),
      String(third),
    ).toBe(true);
});

test("a header is tried at its longest, and one character beyond", () => {
  const { schema = {} } =
    contract.operations
      .flatMap(({ parameters }) => parameters)
      .find(({ in: place, required }) => place === "header" && required) ?? {};
  const { maxLength = 0 } = schema;
  expect(goodHeaderValues(session, schema).map(({ length }) => length)).toContain(maxLength);
  expect(badHeaderValues(session, schema).map(({ length }) => length)).toContain(maxLength + 1);
});
