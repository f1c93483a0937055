/** Shows what long work is at: one line that changes in a terminal, a line for each step elsewhere, as in CI. */
export interface Progress {
  /** Begins a step of the work. */
  step(about: string): void;
  /** Takes the line away, so that what is printed next begins at the left. */
  clear(): void;
}

/** Milliseconds after which the line of a terminal is updated. */
const beat = 1_000;

/**
 * Progress of a number of steps, on the error output: the output is for what was found.
 *
 * @param total how many steps there are; without it they are not counted
 */
export function showProgress(total?: number): Progress {
  const { stderr } = process;
  const begun = performance.now();
  let done = 0;
  let about = "";
  const line = (): string => {
    const seconds = Math.round((performance.now() - begun) / 1000);
    const count = total === undefined ? "" : `[${done}/${total}] `;
    return `${count}${about} (${seconds} s so far)`;
  };
  const draw = (): void => {
    if (stderr.isTTY && about !== "") stderr.write(`\r\u001b[K${line().slice(0, (stderr.columns ?? 80) - 1)}`);
  };
  // Steps that keep the machine busy leave no time for it, which does no harm.
  if (stderr.isTTY) setInterval(draw, beat).unref();
  return {
    step: (now) => {
      done += 1;
      about = now;
      if (stderr.isTTY) draw();
      else stderr.write(`${line()}\n`);
    },
    clear: () => {
      about = "";
      if (stderr.isTTY) stderr.write("\r\u001b[K");
    },
  };
}
