// Arithmetic of `multipleOf`, whose factors may have decimals.

/** Whether two numbers are the same but for the error of their binary form. */
export function isClose(one: number, other: number): boolean {
  return Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(one));
}

/** Whether one number holds the other a whole number of times, as far as decimals allow. */
export function isMultiple(value: number, factor: number): boolean {
  const times = value / factor;
  return times > 0.5 && Math.abs(times - Math.round(times)) < 1e-9 * times;
}

/** The least multiple of a factor that is not below a number. */
export function firstMultiple(from: number, factor: number): number {
  const times = from / factor;
  const whole = isClose(times, Math.round(times)) ? Math.round(times) : Math.ceil(times);
  // Zero, not -0.
  return Number((whole * factor).toPrecision(15)) + 0;
}

/** The least multiple of all of some numbers; undefined without any, or if it is too large to be exact. */
export function commonMultiple(factors: readonly number[]): number | undefined {
  const decimals = factors.map((factor) => String(factor).split(".")[1]?.length ?? 0);
  const scale = 10 ** Math.max(0, ...decimals);
  const divisor = (left: number, right: number): number =>
    right === 0 ? left : divisor(right, left % right);
  const multiple = factors
    .map((factor) => Math.round(factor * scale))
    .reduce((one, other) => (one * other) / divisor(one, other), 1);
  const isExact = factors.length > 0 && Number.isSafeInteger(multiple) && multiple > 0;
  return isExact
    ? multiple / divisor(multiple, scale) / (scale / divisor(multiple, scale))
    : undefined;
}
