/**
 * A part of what takes long to try as a whole: `TEST_PART=2/5` is every fifth, beginning with the third. Without it, all.
 *
 * @throws {Error} where the variable has another form
 */
export function takePart<Item>(items: readonly Item[], part = process.env.TEST_PART): Item[] {
  if (part === undefined) return [...items];
  const [, index, count] = /^(\d+)\/(\d+)$/.exec(part) ?? [];
  if (count === undefined || Number(index) >= Number(count)) {
    throw new Error(`TEST_PART has the form 2/5, with 0/5 as the first part; it is ${part}.`);
  }
  return items.filter((_, place) => place % Number(count) === Number(index));
}
