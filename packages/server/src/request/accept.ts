import { chooseAccepted } from "@packages/contract/src/choose-accepted.ts";
import type { OperationEntry } from "../contract-table.ts";
import type { Exchange } from "../http/exchange.ts";

const noChoice = Object.freeze({});

/** The media types of a request and of its response; none where an operation has no choice. */
export interface ChosenTypes {
  contentType?: string;
  accepts?: string;
}

/** Makes the reader of a request's choice; it gives undefined if the caller wants none of the response's media types. */
export function makeChoiceReader({
  otherBodies,
  responses,
}: OperationEntry): (exchange: Exchange) => ChosenTypes | undefined {
  const successes = responses.filter(({ from }) => from >= 200 && from < 300);
  const others = successes.flatMap(({ others = [] }) => others);
  const all = [...successes, ...others].map(({ mediaType }) => mediaType);
  const types = others.length > 0 ? all.filter((type) => type !== undefined) : [];
  if (!otherBodies && types.length === 0) return () => noChoice;
  // A handler gives a file of a range its media type.
  const usual = types.find((type) => type.includes("*"));
  return (exchange) => {
    const chosen: ChosenTypes = {};
    if (otherBodies && exchange.contentType !== undefined)
      chosen.contentType = exchange.contentType;
    if (types.length > 0) {
      const accepts = chooseAccepted(exchange.header("accept"), types) ?? usual;
      if (accepts === undefined) return undefined;
      chosen.accepts = accepts;
    }
    return chosen;
  };
}
