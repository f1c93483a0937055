import { documented } from "../exchange.ts";
import type { ExchangeCheck } from "../session.ts";
import { textsWithin } from "../texts.ts";

/** Patterns of what should stay inside a server. */
const internals: readonly [RegExp, string][] = [
  [/^\s*at .*[./\\]\w+:[0-9]+:[0-9]+\)?$/m, "a stack trace"],
  [/\bat (async )?[\w.<>$]+ ?\(.*:[0-9]+(:[0-9]+)?\)/, "a stack trace"],
  [/\bpanicked at |\b[\w/-]+\.(rs|go|py|rb|java|cs|php|ts):[0-9]+\b/, "a place in its source"],
  [/Traceback \(most recent call last\)|goroutine [0-9]+ \[/, "a stack trace"],
  [/\b(Type|Reference|Syntax|Range)Error:|\b\w+Exception\b:|NullPointer/, "the name of an exception"],
  [/\bselect .+ from \w+ (where|order|limit|join)\b|\binsert into \w+ ?\(/i, "a database query"],
  [/\bupdate \w+ set \w+ ?=|\bdelete from \w+ where\b/i, "a database query"],
  [
    /SQLSTATE|\bsyntax error at or near\b|\bSQLITE_|\bviolates .*constraint\b|ORA-[0-9]{5}|\bE11000\b/i,
    "a database error",
  ],
  [/\b(ECONNREFUSED|ENOENT|ETIMEDOUT|ENOTFOUND|EACCES)\b/, "an error of the operating system"],
  [/node_modules|(^|[\s"'(])\/(home|usr|var|srv|opt|app|root|etc)\/[\w.-]+/, "a path of the server"],
  [/\b[A-Z]:\\\\?\w+\\/, "a path of the server"],
  [/\b(10\.[0-9]+|192\.168|172\.(1[6-9]|2[0-9]|3[01]))\.[0-9]+\.[0-9]+\b/, "an address of an inner network"],
  [/\b(postgres(ql)?|mysql|mongodb|redis|amqp):\/\//, "the address of a database"],
  [/-----BEGIN [A-Z ]*KEY-----/, "a key"],
];

/** Pictures and codes are long and without blanks: what they seem to say is chance. */
const isPicture = (text: string): boolean => text.length > 200 && !text.includes(" ");

export const checkLeaks: ExchangeCheck = (exchange, { secrets, validator }) => {
  const { operation, response, request } = exchange;
  const texts = [...textsWithin(response.json ?? response.text), ...response.headers.values()];
  const shown = texts.filter((text) => !isPicture(text));
  const isIssuer = operation?.token !== undefined;
  const known = [...secrets].filter(([secret, what]) => {
    if (isIssuer && what === "a token") return false;
    return texts.some((text) => text.includes(secret));
  });
  // A key that was sent is known to the caller; in a log it is still a credential.
  const inside = internals.filter(([pattern]) =>
    shown.some((text) => pattern.test(text) && !request.body?.includes(text)),
  );
  const { schema } = documented(exchange) ?? {};
  const unknown = schema && response.json !== undefined ? validator.unknownFields(schema, response.json) : [];
  const named = unknown.filter((path) => /secret|password/i.test(path.at(-1) ?? ""));
  return [
    ...named.map((path) => `The response shows a secret in ${path.at(-1)}, a field that the contract does not know.`),
    ...known.map(([, what]) => `The response shows ${what}.`),
    ...[...new Set(inside.map(([, what]) => what))].map((what) => `The response shows ${what}.`),
  ];
};
