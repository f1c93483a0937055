/** Runs a statement of a caller when it is the caller's turn; at once where it does not halt. */
export type Step = <Result>(statement: () => Result | Promise<Result>, halts?: boolean) => Promise<Result>;

/** One run of two callers, each of which makes its statements by `step`. */
export interface Run {
  callers: readonly ((step: Step) => Promise<unknown>)[];
  /** Looks at what came of it, given what each caller returned or threw. @param order such as `AABBA` */
  check(outcomes: PromiseSettledResult<unknown>[], order: string): void | Promise<void>;
}

/** Turns of the event loop after which a caller without a statement under way waits for the other one. */
const turns = 25;

/**
 * Runs two callers in every order of their statements, each order once: both are halted before each, and one goes on.
 * Nothing depends on time. A statement that waits for a lock of the other caller would never end.
 *
 * @returns how many orders there are
 */
export async function everyOrder(open: () => Run | Promise<Run>): Promise<number> {
  let count = 0;
  for (let start: readonly number[] | undefined = []; start; count++) start = await runOnce(await open(), start);
  return count;
}

/** Runs in the order that begins as given. @returns how the next order begins, undefined after the last */
async function runOnce({ callers, check }: Run, start: readonly number[]): Promise<number[] | undefined> {
  const halted = new Map<number, () => void>();
  let underWay = 0;
  const ends = callers.map((caller, name) =>
    caller(async (statement, halts = true) => {
      if (halts) await new Promise<void>((resolve) => halted.set(name, resolve));
      underWay += 1;
      try {
        return await statement();
      } finally {
        underWay -= 1;
      }
    }),
  );
  let isOver = false;
  const ended = Promise.allSettled(ends).finally(() => {
    isOver = true;
  });
  const taken: { name: number; others: number[] }[] = [];
  while (!isOver) {
    for (let turn = 0; turn < turns && !isOver; turn++) {
      await new Promise((resolve) => setImmediate(resolve));
      if (underWay > 0) turn = 0;
      else if (halted.size === callers.length) break;
    }
    const open = [...halted.keys()].sort();
    const name = start[taken.length] ?? open[0];
    const go = name === undefined ? undefined : halted.get(name);
    if (name === undefined || !go) continue;
    taken.push({ name, others: open.filter((other) => other > name) });
    halted.delete(name);
    go();
  }
  await check(await ended, taken.map(({ name }) => "AB"[name]).join(""));
  const last = taken.findLastIndex(({ others }) => others.length > 0);
  if (last < 0) return undefined;
  return [...taken.slice(0, last).map(({ name }) => name), taken[last]?.others[0] as number];
}
