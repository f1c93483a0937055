import type { Contract, Operation, ResponseHeader } from "../../../../contract/src/model.ts";
import { follow } from "../../../../contract/src/shapes/shape.ts";
import { duration } from "../../../../contract/src/words.ts";
import { type Field, flatten, requestFields } from "../fields.ts";
import { code, inline, table } from "../markdown.ts";
import { page } from "../page.ts";
import { limitRules } from "../rules.ts";
import { badge, codes, operationLink } from "../words.ts";

/** How often, how much, how long: every limit of the contract. */
export function limitsPage(contract: Contract): string {
  const rates = contract.operations.map(({ id, method, path, rateLimit }) => [
    operationLink(id),
    code(`${method} ${path}`),
    rateLimit ? String(rateLimit.limit) : "not documented",
    rateLimit ? duration(rateLimit.window) : "",
    codes(rateLimit?.scope ?? []),
  ]);
  const values = [...bodyRow(contract), ...contract.operations.flatMap((operation) => valueRows(contract, operation))];
  return page("Limits", [
    ...section("Rate limits", "A window has a fixed length and starts with its first request.", [
      ["Operation", "Call", "Requests", "Window", "Counted by"],
      ...rates,
    ]),
    ...section("Headers", "What answers carry besides their body.", [
      ["Header", "Meaning", "Example", "Statuses", "Basis"],
      ...headerRows(contract),
    ]),
    ...section("Values", "Limits of what a request may hold, and the error beyond them.", [
      ["Operation", "Field", "Limit", "Beyond it"],
      ...values,
    ]),
    ...section("Other times", "", [["What", "How long"], ...timeRows(contract)]),
  ]);
}

/** A heading and a table; nothing where the table has no rows. */
function section(title: string, about: string, [header = [], ...rows]: string[][]): string[] {
  return rows.length > 0 ? [`## ${title}`, about, table(header, rows)] : [];
}

function headerRows(contract: Contract): string[][] {
  const found = new Map<string, { header: ResponseHeader; statuses: Set<number> }>();
  for (const { status, headers } of contract.operations.flatMap(({ responses }) => responses)) {
    for (const header of headers) {
      const key = `${header.name}\n${header.description}`;
      const entry = found.get(key) ?? { header, statuses: new Set() };
      entry.statuses.add(status);
      found.set(key, entry);
    }
  }
  return [...found.values()].map(({ header, statuses }) => [
    code(header.name),
    inline(header.description),
    header.example === undefined ? "" : code(String(header.example)),
    [...statuses].sort((a, b) => a - b).join(", "),
    badge(header.basis),
  ]);
}

function bodyRow({ bodyLimit, errors }: Contract): string[][] {
  if (bodyLimit === undefined) return [];
  const beyond = errors.filter(({ causes }) => causes?.includes("body-too-large")).map(({ code }) => code);
  return [["any", "the body", `at most ${bodyLimit} bytes`, codes(beyond)]];
}

function valueRows(contract: Contract, operation: Operation): string[][] {
  const general = contract.errors.find(
    ({ causes, operations }) => causes?.includes("validation") && operations.includes(operation.id),
  );
  return flatten(requestFields(contract, operation)).flatMap(({ path, field }) =>
    limitRules(field.shape).map(({ keywords, text }) => [
      operationLink(operation.id),
      code(path) + (field.place ? ` (${field.place})` : ""),
      text,
      codes(errorsBeyond(field, keywords, general?.code)),
    ]),
  );
}

function errorsBeyond(field: Field, keywords: string[], general: string | undefined): string[] {
  const { codes: invalid = {} } = follow(field.shape).notes;
  const own = [...keywords, "*"].flatMap((keyword) => invalid[keyword] ?? []);
  const found = own.length > 0 ? own : general === undefined ? [] : [general];
  return [...new Set(found)];
}

function timeRows(contract: Contract): string[][] {
  const { operations, delivery, signature } = contract;
  return [
    ...operations.flatMap(({ id, token }) => {
      if (!token) return [];
      const lifetime = token.unit === "milliseconds" ? token.lifetime / 1000 : token.lifetime;
      const renewed = `${duration(lifetime)}; renewed ${duration(token.renewEarly)} before its end`;
      return [[`Token of ${operationLink(id)} (${code(token.expiresIn)} in ${token.unit})`, renewed]];
    }),
    ...operations.flatMap(({ id, idempotency }) =>
      idempotency ? [[`Idempotency keys of ${operationLink(id)}`, duration(idempotency.retention)]] : [],
    ),
    ...(delivery ? [["A receiver's answer to a notification", duration(delivery.timeout)]] : []),
    ...(signature ? [["Age of a notification's signature", duration(signature.tolerance)]] : []),
  ];
}
