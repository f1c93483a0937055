// Figures as a reader says them.
const units: [seconds: number, name: string][] = [
  [86_400, "day"],
  [3_600, "hour"],
  [60, "minute"],
  [1, "second"],
];

/** Seconds in the largest unit that they are a whole number of. */
export function seconds(value: number): string {
  const [size, name] = units.find(([unit]) => value >= unit && value % unit === 0) ?? [1, "second"];
  return `${value / size} ${name}${value === size ? "" : "s"}`;
}

export function bytes(value: number): string {
  return value >= 1024 && value % 1024 === 0 ? `${value / 1024} KiB` : `${value} bytes`;
}

export function percent(value: unknown): string {
  return typeof value === "number" ? `±${value * 100} %` : "nothing";
}

export function times(count: number, span: number): string {
  return `${count} times within ${seconds(span)}`;
}

export function list(value: unknown): string {
  return Array.isArray(value) ? value.join(", ") : "nothing";
}
