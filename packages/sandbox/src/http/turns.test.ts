import fc from "fast-check";
import { expect, test } from "vitest";
import { Turns } from "./turns.ts";

/** Enters requests of owners that are named by letters, and gives the order in which they begin. */
async function orderOf(entered: string): Promise<string> {
  const turns = new Turns();
  let begun = "";
  for (const owner of entered)
    turns.enter(owner, () => {
      begun += owner;
    });
  for (let turn = 0; turn <= entered.length; turn++)
    await new Promise((resolve) => setImmediate(resolve));
  return begun;
}

test("owners take turns, whoever has more requests", async () => {
  expect(await orderOf("aaaaaaaaaaaaaaaaaaaabc")).toBe(`abc${"a".repeat(19)}`);
  expect(await orderOf("aaabbbcc")).toBe("abcabcab");
});

test("some begin in each turn of the event loop, and the others later, though none has ended", async () => {
  const turns = new Turns();
  let begun = 0;
  for (let number = 0; number < 20; number++)
    turns.enter("a", () => {
      begun += 1;
    });
  const counts: number[] = [];
  for (let turn = 0; turn < 4; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
    counts.push(begun);
  }
  expect(counts).toEqual([8, 16, 20, 20]);
});

test("every request begins once, those of one owner in their order", async () => {
  const owners = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(owners, async (entered) => {
      const begun = await orderOf(entered);
      expect([...begun].sort()).toEqual([...entered].sort());
    }),
  );
});
