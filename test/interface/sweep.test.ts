// Every statement of the contract is either the interface document's or says that it is not.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { document } from "../support/contract.ts";
import { listStatements, type Statement } from "./list-statements.ts";

const documented = parse(readFileSync(join(import.meta.dirname, "documented.yaml"), "utf8")) as Record<
  string,
  string | string[]
>;
const statements = listStatements(document);

/** Statements that neither the list has nor a basis marks, and lines of the list that nothing states without a basis. */
function sweep(found: readonly Statement[]): string[] {
  const name = ({ place, words }: Pick<Statement, "place" | "words">): string => `${place}: ${words}`;
  const lines = Object.entries(documented).flatMap(([place, words]) =>
    [words].flat().map((one) => name({ place, words: one })),
  );
  const unmarked = found.filter(({ marked }) => !marked).map(name);
  return [
    ...unmarked.filter((one) => !lines.includes(one)).map((one) => `neither documented nor with a basis: ${one}`),
    ...lines
      .filter((one) => !unmarked.includes(one))
      .map((one) => `documented, but not stated without a basis: ${one}`),
  ];
}

test("every statement is documented or has a basis, and nothing documented is missing", () => {
  expect(statements.length).toBeGreaterThan(400);
  expect(sweep(statements)).toEqual([]);
});

test.for(statements.filter(({ marked }) => marked))("$place $words: without its basis it is found", (statement) => {
  const found = sweep(statements.map((one) => (one === statement ? { ...one, marked: false } : one)));
  expect(found).toEqual([`neither documented nor with a basis: ${statement.place}: ${statement.words}`]);
});

test("a rule that changes is found, and a field that is new", () => {
  const changed = structuredClone(document);
  const { Customer, Amount } = changed.components?.schemas ?? {};
  if (Customer?.properties) Customer.properties.nickname = { type: "string" };
  if (Amount) Amount.maximum = 5;
  expect(sweep(listStatements(changed))).toEqual([
    "neither documented nor with a basis: Amount: integer 1..5",
    "neither documented nor with a basis: Customer.nickname: optional string",
    "documented, but not stated without a basis: Amount: integer 1..1000000000",
  ]);
});
