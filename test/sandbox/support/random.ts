/** Numbers from 0 up to 1, the same ones for the same seed. */
export type Random = () => number;

/** The seed of `SANDBOX_SEED`, or a new one. Printed, so that a failure can be repeated. */
export function chooseSeed(name: string): number {
  const { SANDBOX_SEED: given } = process.env;
  const seed = given === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(given);
  console.log(`${name}: SANDBOX_SEED=${seed}`);
  return seed;
}

/** How many rounds a test makes: `SANDBOX_ROUNDS` times as many as in the suite of every day, which is once. */
export function roundsOf(usual: number): number {
  return usual * Number(process.env.SANDBOX_ROUNDS ?? 1);
}

/** Mulberry32. */
export function makeRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
