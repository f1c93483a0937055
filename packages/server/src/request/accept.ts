// The media type that a caller prefers of several (RFC 9110, 12.5.1).

import type { OperationEntry } from "../contract-table.ts";
import type { Exchange } from "../http/exchange.ts";

const noChoice = Object.freeze({});

/** The media types of a request and of its response; none where an operation has no choice. */
export function makeChoiceReader({
  otherBodies,
  responses,
}: OperationEntry): (exchange: Exchange) => { contentType?: string; accepts?: string } {
  const successes = responses.filter(({ from }) => from >= 200 && from < 300);
  const others = successes.flatMap(({ others = [] }) => others);
  const all = [...successes, ...others].map(({ mediaType }) => mediaType);
  const types = others.length > 0 ? all.filter((type) => type !== undefined) : [];
  if (!otherBodies && types.length === 0) return () => noChoice;
  return (exchange) => ({
    ...(otherBodies && exchange.contentType !== undefined && { contentType: exchange.contentType }),
    ...(types.length > 0 && { accepts: chooseAccepted(exchange.header("accept"), types) }),
  });
}

/** Ranges of an `Accept` that are looked at. */
const maxRanges = 100;

/** The media type that an `Accept` prefers of some; the first if it wants none of them. */
export function chooseAccepted(accept: string | undefined, types: readonly string[]): string {
  const ranges = (accept ?? "*/*").split(",", maxRanges).map(readRange);
  const weight = (type: string): number => {
    const [group] = type.split("/");
    // The narrowest range that fits counts.
    const own = [type.replace(/;.*/, "").trim().toLowerCase(), `${group}/*`, "*/*"];
    const found = own.map((one) => ranges.find(({ range }) => range === one));
    return found.find((one) => one !== undefined)?.weight ?? 0;
  };
  return types.reduce((best, type) => (weight(type) > weight(best) ? type : best));
}

function readRange(text: string): { range: string; weight: number } {
  const [range = "", ...parameters] = text.split(";").map((part) => part.trim().toLowerCase());
  const q = parameters.find((parameter) => parameter.startsWith("q="));
  const weight = q === undefined ? 1 : Number(q.slice(2));
  return { range, weight: weight >= 0 ? weight : 0 };
}
