// Whatever is deleted from the contract, the lists name it.

import { listParts } from "@packages/contract/src/parts.ts";
import { expect, test } from "vitest";
import { document } from "../support/compiled-contract.ts";
import { compareLists, describeDisagreement } from "./lists.ts";

/** Where operations, responses, headers, examples of bodies, errors, notifications, fields and values stand. */
const listed =
  /^(paths \S+|paths (?!.* callbacks ).* (responses|headers|content \S+ examples|x-errors)|webhooks|x-error-catalogue|components schemas (.* properties|\S+ enum))$/;

const deletions = listParts(document).flatMap(({ part, steps }) =>
  Object.entries({ ...part, "": part }).flatMap(([key, value]) => {
    const place = [...steps, key].filter(Boolean);
    if (!listed.test(place.join(" ")) || (key !== "" && !Array.isArray(value))) return [];
    return Object.keys(Object(value)).map((entry) => ({
      place,
      entry,
      name: [...place, entry].join(" › "),
    }));
  }),
);

test("there is much to delete", () => expect(deletions.length).toBeGreaterThan(500));

test.for(deletions)("deleting $name is named", ({ place, entry }) => {
  const copy = structuredClone(document);
  const holder = place.reduce<object>((part, key) => Reflect.get(part, key), copy);
  if (Array.isArray(holder)) holder.splice(Number(entry), 1);
  else Reflect.deleteProperty(holder, entry);
  expect(compareLists(copy).map(describeDisagreement)).not.toEqual([]);
});
