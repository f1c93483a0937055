import type { Call } from "./call.ts";
import { isObject } from "./check.ts";
import type { Operation } from "./contract-table.ts";
import { InvalidResponseError } from "./errors.ts";
import type { KeyedCallOptions } from "./options.ts";
import type { CallInput } from "./transport.ts";

/** A call for a page of a list; iteration requests the pages after it. */
export interface PagedCall<Page, Item> extends Call<Page> {
  /**
   * The items of this page and of those after it.
   *
   * @example
   * for await (const item of call) console.log(item);
   */
  [Symbol.asyncIterator](): AsyncGenerator<Item, undefined>;
  /** This page and those after it. */
  pages(): AsyncGenerator<Page, undefined>;
}

/** How a list comes in pages. */
export interface Pages {
  /** Where in a page its items are: names of fields, from the outside in. */
  readonly items: readonly string[];
  /** The way to choose a page: the number of items or pages before it, or what the page before it holds. */
  readonly by: "offset" | "page" | "token" | "link";
  /** Parameter that chooses it; absent with links. */
  readonly parameter?: string;
  /** Where in a page the token or the link of the next one is; or the header that has it. */
  readonly next?: readonly string[] | string;
  /** Number of the first page, if it is not 1. */
  readonly first?: number;
}

/**
 * Calls an operation for a page. The call is that of the first page; as an iterable, it calls the operation for each further
 * page once it is asked for. A page that leads to itself is an `InvalidResponseError`.
 */
export function callPages<Page, Item>(
  call: (operation: string, input: CallInput, options?: KeyedCallOptions) => Call<unknown>,
  operation: string,
  input: CallInput,
  options: KeyedCallOptions | undefined,
  { items: itemsAt, by, parameter = "", next = [], first = 1 }: Pages,
): PagedCall<Page, Item> {
  const firstCall = call(operation, input, options) as Call<Page>;
  const parameters = { ...input.parameters } as Record<string, unknown>;

  async function* walk(): AsyncGenerator<{ page: Page; items: readonly Item[] }, undefined> {
    const isCounted = by === "offset" || by === "page";
    const start = parameters[parameter];
    /** The offset or number of the page, or the token or the link that led to it. */
    let position = isCounted ? Number(start ?? (by === "offset" ? 0 : first)) : start;
    for (let pageCall = firstCall; ; ) {
      const { data: page, headers, status } = await pageCall.withResponse();
      const items = (readAt(page, itemsAt) ?? []) as readonly Item[];
      yield { page, items };
      const previous = position;
      if (isCounted) position = Number(position) + (by === "offset" ? items.length : 1);
      else position = typeof next === "string" ? headers.get(next) : readAt(page, next);
      // If pages are counted, the one after the last is empty.
      const isLast = isCounted
        ? items.length === 0
        : position === undefined || position === null || position === "";
      if (isLast) return undefined;
      const facts = { operation, outcome: "unknown" as const, status, headers };
      if (position === previous) throw new InvalidResponseError("the page leads to itself", facts);
      const nextInput =
        by === "link"
          ? { follow: toLink(String(position)) }
          : { parameters: { ...parameters, [parameter]: position } };
      pageCall = call(operation, { ...input, ...nextInput }, options) as Call<Page>;
    }
  }

  return Object.assign(firstCall, {
    async *pages(): AsyncGenerator<Page, undefined> {
      for await (const { page } of walk()) yield page;
      return undefined;
    },
    async *[Symbol.asyncIterator](): AsyncGenerator<Item, undefined> {
      for await (const { items } of walk()) yield* items;
      return undefined;
    },
  });
}

/** The value that a page holds at a place. */
function readAt(page: unknown, place: readonly string[]): unknown {
  return place.reduce((value, name) => (isObject(value) ? value[name] : undefined), page);
}

/** Sends an operation to a link, which holds its path and query. Credentials go to the address of the service alone. */
const toLink =
  (link: string) =>
  (baseUrl: string, operation: Operation): Operation => {
    const base = new URL(`${baseUrl}/`).href;
    const url = URL.canParse(link, base) ? new URL(link, base).href : "";
    if (!url.startsWith(base)) {
      const facts = { operation: operation.id, outcome: "unknown" as const };
      throw new InvalidResponseError("the next page is outside the service", facts);
    }
    const parameters = (operation.parameters ?? []).filter(([, place]) => place === "header");
    return { ...operation, path: url.slice(base.length - 1), parameters };
  };
