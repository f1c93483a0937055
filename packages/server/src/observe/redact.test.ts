import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { makeRedactor, redactText } from "./redact.ts";

const redact = makeRedactor(["document"]);

test("an error is logged without what a database puts into it", () => {
  const cause = Object.assign(
    new Error('invalid input syntax for type integer: "529.982.247-25"'),
    {
      code: "22P02",
      detail: "Failing row contains (52998224725, ana@example.com).",
      where: "unnamed portal parameter $1 = '52998224725'",
      parameters: ["52998224725"],
      query: "insert into customers values ('52998224725')",
    },
  );
  const error = new TypeError("Key (document)=(52998224725) already exists for ana@example.com.", {
    cause,
  });
  const text = JSON.stringify(redact({ err: error }));
  expect(text).not.toMatch(/52998224725|529\.982|ana@|insert into/);
  expect(JSON.parse(text).err).toMatchObject({
    name: "TypeError",
    reason: { code: "22P02", name: "Error" },
  });
  expect(JSON.parse(text).err.stack).toMatch(/^TypeError: .*\n +at /);
});

test("sensitive fields are not shown, whatever their case and however deep, in objects of classes too", () => {
  class Customer {
    readonly document = "52998224725";
    readonly name = "Ana";
    readonly cards = [{ Token: "tok_1", last: 4242 }];
  }
  const wrapped = { toJSON: () => ({ DOCUMENT: "52998224725", id: 7 }) };
  const shown = {
    document: "[redacted]",
    name: "Ana",
    cards: [{ Token: "[redacted]", last: 4242 }],
  };
  const customer = new Customer();
  expect(
    redact({ customer, list: [{ customer }], wrapped, Authorization: "Basic x", authorized: true }),
  ).toEqual({
    customer: shown,
    list: [{ customer: shown }],
    wrapped: { DOCUMENT: "[redacted]", id: 7 },
    Authorization: "[redacted]",
    authorized: true,
  });
});

test("what JSON cannot hold becomes a word, and an object in many places is copied once", () => {
  const within: Record<string, unknown> = { id: 1 };
  within.self = within;
  let wide: unknown = "end";
  for (let level = 0; level < 11; level++) wide = [wide, wide, wide, wide, wide, wide];
  let deep: unknown = { end: true };
  for (let level = 0; level < 12; level++) deep = [deep];
  const entry = redact({
    within,
    count: 12n,
    bytes: Buffer.from("52998224725"),
    at: new Date(0),
    none: null,
    nothing: undefined,
    socket: new EventEmitter(),
    deep: [deep],
  });
  expect(entry).toEqual({
    within: { id: 1, self: "[within itself]" },
    count: "12",
    bytes: "[11 bytes]",
    at: new Date(0),
    none: null,
    nothing: undefined,
    socket: "[EventEmitter]",
    deep: [[[[[[[[[[[["[too deep]"]]]]]]]]]]]],
  });
  // Six to the power of eleven copies would take for ever.
  const copied = redact({ wide }).wide as unknown[];
  expect(copied[0]).toBe(copied[5]);
});

test("objects that the log has serializers for stay as they are, and nothing else under their names", () => {
  const req = new EventEmitter();
  expect(redact({ req, res: { document: "1" }, request: req })).toEqual({
    req,
    res: { document: "[redacted]" },
    request: "[EventEmitter]",
  });
  expect(makeRedactor([], [])({ req })).toEqual({ req: "[EventEmitter]" });
});

test("of a message what may be a value goes whole, and nothing else", () => {
  for (const [text, shown] of [
    ['value "Ana \\" Lima" for', "value [redacted] for"],
    ["near 'Ana''s' and don't or won't", "near [redacted][redacted] and don't or won't"],
    ["Key (a, b)=(Ana, Rua 7) exists", "Key (a, b)[redacted] exists"],
    ["to ana.lima+x@mail.example.com now", "to [redacted] now"],
    [
      "id 12345 of 529.982.247-25 and (11) 98765-4321",
      "id [redacted] of [redacted] and ([redacted]",
    ],
    ["of 529_982_247_25 or 12.ABC.345/01DE-35", "of [redacted] or [redacted]"],
    ["josé@exemplo.com.br, maria@localhost", "[redacted], [redacted]"],
    ["key 123e4567-e89b-12d3-a456-42661417400a", "key [redacted]"],
    [
      "Authorization: Bearer abc.def and basic dXNlcjpwYXNz",
      "Authorization: [redacted] and basic [redacted]",
    ],
    ["it is eyJhbGciOi.eyJzdWIi.sig or sk_live_abcdefgh", "it is [redacted] or [redacted]"],
    [
      "the clientSecret = hunter2, api-key:x; token expired",
      "the clientSecret = [redacted], api-key:[redacted]; token expired",
    ],
    ["at postgres://me:p@ss@db/x?a=b failed", "at postgres://[redacted]@db/x?[redacted] failed"],
    ["after 3 of 1234 tries in 10 ms, at - / ( )", "after 3 of 1234 tries in 10 ms, at - / ( )"],
  ] as const) {
    expect(redactText(text)).toBe(shown);
  }
});

test("a word is shown but for what is sensitive wherever it stands, and so is a field of a secret's name", () => {
  const ids = {
    id: "txn_12345678",
    at: "2026-11-20T15:00:00.000Z",
    host: "192.168.10.100",
    count: 5,
  };
  expect(redact(ids)).toEqual(ids);
  for (const word of [
    "52998224725",
    "529.982.247-25",
    "+5511987654321",
    "ana@example.com",
    '{"password":"x"}',
  ])
    expect(redact({ note: [word] }), word).toEqual({
      note: [expect.stringMatching(/\[redacted\]/)],
    });
  expect((redact({ note: '\\"'.repeat(100_000) }).note as string).length).toBe(10_001);
  for (const name of [
    "x-api-key",
    "clientSecret",
    "access_token",
    "Set-Cookie",
    "privateKey",
    "DOCU_MENT",
  ])
    expect(redact({ in: { [name]: "x" } }), name).toEqual({ in: { [name]: "[redacted]" } });
});

test("of an error its code and its cause are shown, as far as it has them", () => {
  const shown = (code: unknown) =>
    Object.keys(redact({ err: Object.assign(new Error("x"), { code }) }).err as object);
  const always = ["message", "name", "stack", "type"];
  for (const code of ["E", 5]) expect(shown(code).sort()).toEqual(["code", ...always]);
  for (const code of [undefined, { row: 1 }, true]) expect(shown(code).sort()).toEqual(always);
});
