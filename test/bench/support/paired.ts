/** Something to measure, done a number of times. */
export type Work = (times: number) => Promise<void>;

/**
 * The speed of one work divided by that of another: both are measured in turn, many times, so that whatever slows the
 * machine slows both; the median of the pairs' ratios is taken.
 */
export async function pairedSpeed(work: Work, reference: Work, { rounds = 41, times = 400 } = {}): Promise<number> {
  await work(times);
  await reference(times);
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round++) {
    // Who goes first changes, because the second finds warmer caches and more garbage.
    const [first, second] = round % 2 ? [work, reference] : [reference, work];
    const one = await time(first, times);
    const two = await time(second, times);
    ratios.push(round % 2 ? two / one : one / two);
  }
  return ratios.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN;
}

async function time(work: Work, times: number): Promise<number> {
  const start = performance.now();
  await work(times);
  return performance.now() - start;
}
