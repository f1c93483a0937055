import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { contract, document } from "../support/contract.ts";
import { compareTrees } from "./compare.ts";
import { type Inventory, takeInventory } from "./take-inventory.ts";

const inventory = parse(readFileSync(join(import.meta.dirname, "inventory.yaml"), "utf8")) as Inventory;
// Through JSON, so that both sides hold nothing but plain values.
const actual = JSON.parse(JSON.stringify(takeInventory(contract, document))) as Inventory;

const sections = new Set([...Object.keys(inventory), ...Object.keys(actual)]);
const entries = [...sections].flatMap((section) => {
  const expected = (inventory[section] ?? {}) as Inventory;
  const found = (actual[section] ?? {}) as Inventory;
  return [...new Set([...Object.keys(expected), ...Object.keys(found)])].map((name) => ({
    section,
    name,
    expected,
    found,
  }));
});

test.for(entries)("$section: $name is in the contract as in the inventory", ({ section, name, expected, found }) => {
  const wanted = name in expected ? { [name]: expected[name] } : {};
  const present = name in found ? { [name]: found[name] } : {};
  expect(compareTrees(wanted, present, section)).toEqual([]);
});
