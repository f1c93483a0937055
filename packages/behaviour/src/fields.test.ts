import { expectDiagnostics, t } from "@typespec/compiler/testing";
import { describe, expect, test } from "vitest";
import {
  documentOf,
  extensionsOf,
  tester,
  testReports,
} from "../../../test/support/behaviour/tester.ts";

const plain = "@service namespace Library;";
/** A service with a statement about the whole of it. */
const service = (decorator: string): string =>
  `@service ${decorator} namespace Library; op read(): void;`;
const basis = { kind: "assumed", reason: "The document is silent." };
const delivery = {
  guarantee: "at-least-once",
  ordered: false,
  success: "2xx",
  timeout: 10,
  redirects: false,
  schedule: [0, 5, 300],
  jitter: 0.25,
  disabledAfter: 3600,
};
const signature = {
  header: "Signature",
  algorithm: "HMAC-SHA256",
  signed: "{timestamp}.{body}",
  timestamp: "t",
  version: "v1",
  tolerance: 300,
};

/** A value as TypeSpec writes it. */
function written(value: unknown): string {
  if (Array.isArray(value)) return `#[${value.map(written).join(", ")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return `#{ ${Object.entries(value)
    .map(([name, entry]) => `${name}: ${written(entry)}`)
    .join(", ")} }`;
}

describe.each([
  { name: "bodyLimit", field: "x-body-limit", value: 1024 },
  { name: "delivery", field: "x-notification-delivery", value: delivery },
  { name: "signature", field: "x-notification-signature", value: signature },
])("@$name", ({ name, field, value }) => {
  test("becomes a field of the document", async () => {
    expect(await documentOf(service(`@${name}(${written(value)})`))).toHaveProperty(field, value);
  });
});

test.each([
  ["delivery", delivery],
  ["signature", signature],
])("@%s has a basis of its own", async (name, value) => {
  const document = await documentOf(service(`@${name}(${written({ ...value, basis })})`));
  expect(document).toHaveProperty(`x-notification-${name}`, { ...value, "x-basis": basis });
});

test.each([
  ["an enum", "@openSet enum Letter { a, b }"],
  ["a union", `@openSet union Letter { "a", string }`],
])("@openSet becomes x-open-set on the schema of %s", async (_, declaration) => {
  const document = await documentOf(`${declaration} op read(): Letter;`);
  expect(document).toHaveProperty("components.schemas.Letter.x-open-set", true);
});

test("@personal becomes x-personal on the field, be its type written there or elsewhere", async () => {
  const document = await documentOf(`
      model Address { city: string; }
      model Reader { @personal name: string; @personal home: Address; shelf: string; }
      op read(): Reader;
    `);
  const place = "components.schemas.Reader.properties";
  expect(document).toHaveProperty(`${place}.name.x-personal`, true);
  expect(document).toHaveProperty(`${place}.home.x-personal`, true);
  expect(document).not.toHaveProperty(`${place}.shelf.x-personal`);
  expect(document).not.toHaveProperty("components.schemas.Address.x-personal");
});

describe("@rateLimit", () => {
  test("becomes x-rate-limit on the operation, with scopes that the contract names", async () => {
    const limit = { limit: 5, window: 60, scope: ["ip", "tenant"] };
    const document = await documentOf(`@rateLimit(${written(limit)}) op issue(): void;`);
    expect(document).toHaveProperty("paths./.get.x-rate-limit", limit);
  });

  test("reaches an operation that is made from a template", async () => {
    const { program, issue } = await tester.compile(t.code`
      @rateLimit(#{ limit: 1, window: 1, scope: #["ip"] }) op made<Body>(): Body;
      op ${t.op("issue")} is made<string>;
    `);
    expect(extensionsOf(program, issue)).toEqual({
      "x-rate-limit": { limit: 1, window: 1, scope: ["ip"] },
    });
  });
});

test.each(["limit", "remaining", "reset", "window", "retryAfter"])(
  "@rateLimitPart becomes x-rate-limit-part: %s",
  async (part) => {
    const document = await documentOf(`
      model State { @rateLimitPart("${part}") value: int32 }
      op read(): { @header @rateLimitPart("${part}") value: int32; @body state: State };
    `);
    expect(document).toHaveProperty(
      "components.schemas.State.properties.value.x-rate-limit-part",
      part,
    );
    expect(document).toHaveProperty(
      "paths./.get.responses.200.headers.value.x-rate-limit-part",
      part,
    );
  },
);

test("@sunset becomes x-sunset next to the text of #deprecated, on an operation and on a field", async () => {
  const document = await documentOf(`
      model Reader {
        name: string;
        #deprecated "Use name."
        @sunset("2027-06-30")
        title?: string;
      }
      #deprecated "It has no readers."
      @sunset("2028-02-29")
      op read(): Reader;
    `);
  const field = "components.schemas.Reader.properties.title";
  expect(document).toHaveProperty(`${field}.deprecated`, true);
  expect(document).toHaveProperty(`${field}.x-sunset`, "2027-06-30");
  expect(document).toMatchObject({
    paths: { "/": { get: { deprecated: true, "x-sunset": "2028-02-29" } } },
  });
});

test("@facts leaves no trace in the document", async () => {
  expect(
    JSON.stringify(await documentOf(`@facts("ISO 8601") ${plain} op read(): void;`)),
  ).not.toContain("8601");
});

// TypeSpec itself reports a value that is outside of its type.
test.each([
  ["a body limit of nothing", service("@bodyLimit(0)")],
  [
    "a rate limit of no request",
    `@rateLimit(#{ limit: 0, window: 60, scope: #["ip"] }) op read(): void;`,
  ],
  [
    "a window without a length",
    `@rateLimit(#{ limit: 5, window: -1, scope: #["ip"] }) op read(): void;`,
  ],
  [
    "a rate limit without a scope",
    "@rateLimit(#{ limit: 5, window: 60, scope: #[] }) op read(): void;",
  ],
  ["a basis without a reason", `@basis("assumed", "") op read(): void;`],
  ["a basis of another kind", `@basis("guessed", "why not") op read(): void;`],
  [
    "options with an empty reason",
    service(`@delivery(${written({ ...delivery, basis: { ...basis, reason: "" } })})`),
  ],
])("%s is an invalid argument", async (_, source) => {
  expectDiagnostics(await tester.diagnose(source), { code: "invalid-argument", severity: "error" });
});

const figure = (found: string, text: string): string =>
  `"${found}" in "${text}": take the figure from its field with a placeholder, or list the phrase in @facts.`;

testReports([
  {
    code: "sunset-not-a-date",
    when: "there is no such day",
    source: `#deprecated "It has no readers."
      @sunset(~~~"2027-02-30"~~~) op read(): void;`,
    message: "'2027-02-30' is not a date: write it as 2027-06-30.",
    instead: `#deprecated "It has no readers."
      @sunset("2027-02-28") op read(): void;`,
  },
  {
    code: "unused-model",
    when: "no operation leads to it",
    source: `${plain} model Used { a: Inner } model Inner {} model ~~~Lost~~~ { b: Inner } op read(): Used;`,
    message: "Nothing uses 'Lost': remove it, or use it in an operation.",
    instead: `${plain} model Used { a: Inner, ...Part } model Part {} model Inner {} model Made<T> { of: T }
      model Lost { b: Inner } op read(): Used | Made<Lost>;`,
  },
  ...[
    "enum ~~~Lost~~~ { a }",
    "union ~~~Lost~~~ { string }",
    "scalar ~~~Lost~~~ extends string;",
  ].map((declared) => ({
    code: "unused-model" as const,
    when: `it is declared so: ${declared.replaceAll("~", "")}`,
    source: `${plain} ${declared} op read(): void;`,
    message: "Nothing uses 'Lost': remove it, or use it in an operation.",
    instead: `${plain} op read(): void;`,
  })),
  {
    code: "figure-in-prose",
    when: "a comment repeats a bound",
    source: `${plain} /** At most 9 letters. */ @maxLength(9) scalar ~~~Name~~~ extends string; op read(): Name;`,
    message: figure("9", "At most 9 letters."),
    instead: `${plain} /** At most {maxLength} letters, \`9\` today. */ @maxLength(9) scalar Name extends string; op read(): Name;`,
  },
  ...[
    [
      "a reason",
      "It takes twelve hours.",
      "twelve",
      '@basis("assumed", "It takes twelve hours.") op ~~~read~~~(): void;',
    ],
    [
      "a summary",
      "Take forty-eight.",
      "forty",
      '@summary("Take forty-eight.") op ~~~read~~~(): void;',
    ],
    [
      "the word on a success",
      "In one minute.",
      "one minute",
      '@returnsDoc("In one minute.") op ~~~read~~~(): void;',
    ],
    [
      "a short unit",
      "Expires in 30min.",
      "30min",
      "/** Expires in 30min. */ op ~~~read~~~(): void;",
    ],
    [
      "an example",
      "Waits for 12 hours.",
      "12",
      '@opExample(#{ returnType: #{ statusCode: 200 } }, #{ description: "Waits for 12 hours." }) op ~~~read~~~(): OkResponse;',
    ],
    ["Portuguese", "Em cinco dias.", "cinco dias", "/** Em cinco dias. */ op ~~~read~~~(): void;"],
  ].map(([where = "", text = "", found = "", source = ""]) => ({
    code: "figure-in-prose" as const,
    when: `${where} has a number in words`,
    source: `${plain} ${source}`,
    message: figure(found, text),
    instead: `@facts("${text}") ${plain} ${source.replaceAll("~", "")}`,
  })),
]);
