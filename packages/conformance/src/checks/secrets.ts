import {
  type FieldShape,
  fieldsOf,
  follow,
  type Shape,
} from "@packages/contract/src/shapes/shape.ts";
import { getShape, isJsonObject, type Json, type Schema } from "../contract.ts";
import { documented } from "../exchange.ts";
import { stringsWithin, tryParseJson, valueAtPath } from "../json-values.ts";
import type { ExchangeCheck, Session } from "../session.ts";

/** Patterns of strings that should stay inside a server. */
const internals: readonly [RegExp, string][] = [
  [/^\s*at .*[./\\]\w+:[0-9]+:[0-9]+\)?$/m, "a stack trace"],
  [/\bat (async )?[\w.<>$]+ ?\(.*:[0-9]+(:[0-9]+)?\)/, "a stack trace"],
  [/\bpanicked at |\b[\w/-]+\.(rs|go|py|rb|java|cs|php|ts):[0-9]+\b/, "a place in its source"],
  [/Traceback \(most recent call last\)|goroutine [0-9]+ \[/, "a stack trace"],
  [
    /\b(Type|Reference|Syntax|Range)Error:|\b\w+Exception\b:|NullPointer/,
    "the name of an exception",
  ],
  [/\bselect .+ from \w+ (where|order|limit|join)\b|\binsert into \w+ ?\(/i, "a database query"],
  [/\bupdate \w+ set \w+ ?=|\bdelete from \w+ where\b/i, "a database query"],
  [
    /SQLSTATE|\bsyntax error at or near\b|\bSQLITE_|\bviolates .*constraint\b|ORA-[0-9]{5}|\bE11000\b/i,
    "a database error",
  ],
  [/\b(ECONNREFUSED|ENOENT|ETIMEDOUT|ENOTFOUND|EACCES)\b/, "an error of the operating system"],
  [
    /node_modules|(^|[\s"'(])\/(home|usr|var|srv|opt|app|root|etc)\/[\w.-]+/,
    "a path of the server",
  ],
  [/\b[A-Z]:\\\\?\w+\\/, "a path of the server"],
  [
    /\b(10\.[0-9]+|192\.168|172\.(1[6-9]|2[0-9]|3[01]))\.[0-9]+\.[0-9]+\b/,
    "an address of an inner network",
  ],
  [/\b(postgres(ql)?|mysql|mongodb|redis|amqp):\/\//, "the address of a database"],
  [/-----BEGIN [A-Z ]*KEY-----/, "a key"],
];

/** A value that may be a secret: no number, time, URL or mask. */
const looksSecret = /^(?!\d{4}-\d\d-\d\d|\d+$)[\w+/=.-]{8,}$/;

/** Pictures and codes are long and without blanks: words in them are chance. */
const isPicture = (string: string) => string.length > 200 && !string.includes(" ");

export const checkLeaks: ExchangeCheck = (exchange, { secrets, validator }) => {
  const { operation, response, request } = exchange;
  const strings = [...stringsWithin(response.json ?? response.text), ...response.headers.values()];
  const shown = strings.filter((string) => !isPicture(string));
  const isIssuer = operation?.token !== undefined;
  const known = [...secrets].filter(([secret, what]) => {
    if (isIssuer && what === "a token") return false;
    return strings.some((string) => string.includes(secret));
  });
  // A key that was sent is known to the caller; in a log it is still a credential.
  // The suite writes its bodies in this form.
  const wasSent = (string: string) =>
    request.body?.includes(JSON.stringify(string).slice(1, -1)) ?? false;
  const inside = internals.filter(([pattern]) =>
    shown.some((string) => pattern.test(string) && !wasSent(string)),
  );
  const { schema } = documented(exchange) ?? {};
  const { json } = response;
  const unknown = schema && json !== undefined ? validator.unknownFields(schema, json) : [];
  const named = unknown.filter(
    (path) =>
      /secret|password/i.test(path.at(-1) ?? "") &&
      looksSecret.test(String(valueAtPath(json, path))),
  );
  return [
    ...named.map(
      (path) =>
        `The response shows a secret in ${path.at(-1)}, a field that the contract does not know.`,
    ),
    ...known.map(([, what]) => `The response shows ${what}.`),
    ...[...new Set(inside.map(([, what]) => what))].map((what) => `The response shows ${what}.`),
  ];
};

/** Data of a person that was sent stays out of errors, and of fields that the contract does not know. */
export const checkPersonalData: ExchangeCheck = (exchange, session) => {
  const { operation, request, response } = exchange;
  const sent = operation?.body
    ? personalValues(session, operation.body.schema, tryParseJson(request.body ?? ""))
    : [];
  for (const { value, name } of sent) session.persons.set(value, name);
  if (!operation || session.persons.size === 0) return undefined;
  const schema = documented(exchange)?.schema;
  const { json = response.text } = response;
  const isError = response.status >= 400;
  const unknown = schema ? session.validator.unknownFields(schema, json) : [];
  const shown = isError || !schema ? json : unknown.map((path) => valueAtPath(json, path) ?? null);
  const strings = [...stringsWithin(shown), ...response.headers.values()];
  const where = isError ? `The ${response.status}` : "A field that the contract does not know";
  return personalIn(session, strings).map((name) => `${where} shows ${name} of a person.`);
};

/** Signs that stand between the parts of a document or a phone number. */
const separators = /(?<=\d)[ .\-/()]+(?=\d)/g;

/** Names of fields whose personal values occur in some strings, in any case and with or without signs between digits. */
export function personalIn({ persons }: Session, strings: readonly string[]): string[] {
  const shown = strings.flatMap((string) => [string.toLowerCase(), string.replace(separators, "")]);
  const found = [...persons].filter(([value]) =>
    shown.some((string) => string.includes(value.toLowerCase())),
  );
  return [...new Set(found.map(([, name]) => name))];
}

interface PersonalValue {
  value: string;
  name: string;
}

/** Values of fields that hold data of persons, as the contract marks them, in a body that was sent. */
function personalValues(session: Session, schema: Schema, body: Json | undefined): PersonalValue[] {
  const broken = new Set(
    session.validator.violations(schema, body).map(({ path }) => path.join(".")),
  );
  const within = (shape: Shape, whole: Json | undefined, prefix: string): PersonalValue[] =>
    Object.entries(isJsonObject(whole) ? fieldsOf(shape) : {}).flatMap(([name, field]) => {
      const value = isJsonObject(whole) ? whole[name] : undefined;
      if (isJsonObject(value)) return within(field.shape, value, `${prefix}${name}.`);
      // An invalid value belongs to no person, and short words occur in many strings by chance.
      const isPersons =
        typeof value === "string" && value.length >= 8 && isPersonal(session, field);
      return isPersons && !broken.has(prefix + name) ? [{ value, name }] : [];
    });
  return within(getShape(session.contract, schema), body, "");
}

function isPersonal({ profile }: Session, { shape, formatBy }: FieldShape): boolean {
  const form = follow(shape);
  const variants = form.kind === "union" ? form.variants.map(follow) : [form];
  const isNamed = variants.some(
    (one) => one.kind === "string" && profile.personal.includes(one.format ?? ""),
  );
  return Boolean(form.annotations.personal || formatBy || isNamed);
}
