/** Ranges of an `Accept` that are looked at. */
const maxRanges = 100;

/** The media type that an `Accept` prefers of some (RFC 9110, 12.5.1); undefined if it wants none of them. */
export function chooseAccepted(
  accept: string | undefined,
  types: readonly string[],
): string | undefined {
  const ranges = (accept ?? "*/*").split(",", maxRanges).map(readRange);
  const weight = (type: string): number => {
    const [group] = type.split("/");
    // The narrowest range that fits counts.
    const own = [type.replace(/;.*/, "").trim().toLowerCase(), `${group}/*`, "*/*"];
    const found = own.map((one) => ranges.find(({ range }) => range === one));
    return found.find((one) => one !== undefined)?.weight ?? 0;
  };
  const best = Math.max(0, ...types.map(weight));
  return best > 0 ? types.find((type) => weight(type) === best) : undefined;
}

function readRange(mediaRange: string): { range: string; weight: number } {
  const [range = "", ...parameters] = mediaRange
    .split(";")
    .map((part) => part.trim().toLowerCase());
  const q = parameters.find((parameter) => parameter.startsWith("q="));
  const weight = q === undefined ? 1 : Number(q.slice(2));
  return { range, weight: weight >= 0 ? weight : 0 };
}
