import { expect, test } from "vitest";
import { contract as tiny } from "../../../../test/support/tiny-contract.ts";
import type { Contract } from "../../../contract/src/model.ts";
import { printReferencePage } from "./reference-page.ts";

const hostile =
  '</title></code><script>alert(1)</script><img src=x onerror=alert(1)> [go](javascript:alert(1)) "onclick="x';

/** A contract whose words for people all want to run. */
function poison(contract: Contract): Contract {
  const said = new Set(["title", "description", "summary", "reason", "condition"]);
  const replace = (name: string, value: unknown): unknown =>
    said.has(name) && typeof value === "string" ? hostile : value;
  return JSON.parse(JSON.stringify(contract, replace)) as Contract;
}

test.for([tiny, poison(tiny)])("shows the words of a contract, and obeys none", (contract) => {
  const page = printReferencePage(contract);
  const tag = /<\/?([a-z0-9]+)((?:\s+[\w-]+="[^"]*")*)\s*>/g;
  expect(page.replaceAll(tag, "").match(/<[^>]*>?/g)).toEqual(["<!doctype html>"]);
  const tags = [...page.matchAll(tag)];
  const known =
    /^(html|head|meta|title|style|body|nav|ul|ol|li|p|a|main|section|h[1-6]|code|pre|strong|em|br|table|thead|tbody|tr|th|td|details|summary)$/;
  expect(tags.map(([, name = ""]) => name).filter((name) => !known.test(name))).toEqual([]);
  const attributes = tags.flatMap(([, , given = ""]) =>
    [...given.matchAll(/([\w-]+)="[^"]*"/g)].map(([, name = ""]) => name),
  );
  const harmless = /^(lang|charset|name|content|aria-label|href|id|title|class|align)$/;
  expect(attributes.filter((name) => !harmless.test(name))).toEqual([]);
  const places = [...page.matchAll(/href="([^"]*)"/g)].map(([, place = ""]) => place);
  expect(places.filter((place) => !place.startsWith("#") && place !== "openapi.json")).toEqual([]);
});

test("its links lead to headings and sections of its own", () => {
  const page = printReferencePage(tiny);
  const ids = new Set([...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id));
  const links = [...page.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id);
  expect(links.length).toBeGreaterThan(10);
  expect(links.filter((id) => !ids.has(id))).toEqual([]);
});
