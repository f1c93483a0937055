// Examples before and after: what a reader of a change understands first.
import { isDeepStrictEqual } from "node:util";
import { examplesOf } from "./compare/compare-examples.ts";
import { mediaTypes, readOperations } from "./compare/read-operations.ts";
import { type Place, Source, type Tree } from "./place.ts";

export interface ExampleChange {
  /** `createLoan 201`, `loan_made notification`. */
  title: string;
  name: string;
  before?: unknown;
  after?: unknown;
}

/** Examples that have another value, or that only one side has. */
export function changedExamples(base: Tree, head: Tree): ExampleChange[] {
  const [was, is] = [collect(new Source(base)), collect(new Source(head))];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((key) => {
    const [before, after] = [was.get(key), is.get(key)];
    if (isDeepStrictEqual(before, after)) return [];
    const [title = "", name = ""] = key.split("\n");
    return [{ title, name, ...(before !== undefined && { before }), ...(after !== undefined && { after }) }];
  });
}

function collect(source: Source): Map<string, unknown> {
  const found = new Map<string, unknown>();
  const take = (title: string, holder: Place | undefined): void => {
    for (const media of mediaTypes(source, holder).values()) {
      for (const [name, { value }] of examplesOf(source, media)) found.set(`${title}\n${name}`, value.value);
    }
  };
  for (const { id, place } of readOperations(source, "paths")) {
    take(`${id} request`, source.child(place, "requestBody"));
    for (const [status, response] of source.children(source.child(place, "responses")))
      take(`${id} ${status}`, response);
  }
  for (const { path, place } of readOperations(source, "webhooks")) {
    take(`${path} notification`, source.child(place, "requestBody"));
  }
  return found;
}
