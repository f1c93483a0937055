import { chooseAccepted } from "@packages/contract/src/choose-accepted.ts";
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
    // A handler has to give one: the first if the caller wants none of them.
    ...(types.length > 0 && {
      accepts: chooseAccepted(exchange.header("accept"), types) ?? types[0],
    }),
  });
}
