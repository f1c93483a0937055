import { compoundKey } from "@packages/contract/src/compound-key.ts";
import {
  type PathStep,
  rankSteps,
  readStep,
  readStepValues,
} from "@packages/contract/src/path-step.ts";
import { namelessPath } from "@packages/contract/src/rivals.ts";
import type { OperationEntry } from "../contract-table.ts";
import { isInvalidString } from "../request/parse-body.ts";
import { noParams } from "./exchange.ts";

/** The match for a path: an operation, or the methods that the path has, for an `Allow` header. */
export interface RouteMatch<Route> {
  route: Route | undefined;
  /** Path parameters, decoded; null if the parameter is not valid UTF-8. */
  params: Record<string, string | null>;
  /** Empty if the contract does not know the path. */
  allowed: readonly string[];
}

/** Finds the operation of a request by its method and URL. */
export type Router<Route> = (method: string, url: string) => RouteMatch<Route>;

/** A path of the contract, and the operations at it by method. */
interface RouteNode<Route> {
  template: readonly PathStep[];
  /** Keyed by method, for paths without parameters. */
  found: Map<string, RouteMatch<Route>>;
  none: RouteMatch<Route>;
}

/**
 * Makes a router.
 *
 * @param prefix of every path: empty, or `/service`
 * @param fits whether the parameters are those of an operation, which decides between paths that differ in their names alone
 */
export function makeRouter<Route extends { operation: OperationEntry }>(
  routes: readonly Route[],
  prefix = "",
  fits: (route: Route, params: RouteMatch<Route>["params"]) => boolean = () => true,
): Router<Route> {
  const fixed = new Map<string, RouteNode<Route>>();
  const open: RouteNode<Route>[] = [];
  for (const [path, place] of groupPlaces(routes)) {
    if (path.includes("{")) open.push(place);
    else fixed.set(path, place);
  }
  open.sort((a, b) => rankSteps(a.template).localeCompare(rankSteps(b.template)));
  const rivals = findRivals(open);
  const mixed = new Set(
    open
      .filter((place) => place.template.at(-1)?.pattern || rivals.has(place))
      .map(({ template }) => pathBefore(template)),
  );
  const byStart = new Map(
    open.flatMap((place) => fixedStart(place)).filter(([start]) => !mixed.has(start)),
  );
  const nothing: RouteMatch<Route> = { route: undefined, params: noParams, allowed: [] };
  return (method, url) => {
    // As most requests have it: no query, nothing escaped.
    const plain = prefix === "" ? fixed.get(url) : undefined;
    if (plain) return foundAt(plain, method);
    const usual = prefix === "" ? findByStart(byStart, method, url) : undefined;
    if (usual) return usual;
    const whole = pathIn(url);
    if (!whole.startsWith(prefix)) return nothing;
    const path = whole.slice(prefix.length);
    const known = fixed.get(path);
    if (known) return foundAt(known, method);
    const steps = path.split("/").map(decodeStep);
    const place = fixed.get(steps.join("/"));
    if (place && steps.length === place.template.length) return foundAt(place, method);
    let other = nothing;
    let unfit: RouteMatch<Route> | undefined;
    for (const candidate of open) {
      const params = matchParams(candidate.template, steps);
      const found = params && { ...foundAt(candidate, method), params };
      if (found?.route) {
        const isRival = rivals.has(candidate);
        if (isRival && !fits(found.route, found.params)) unfit ??= found;
        else return isRival || !unfit ? found : unfit;
      }
      // Paths that differ in the names of their parameters alone are one.
      else if (found) other = { ...found, allowed: [...other.allowed, ...found.allowed] };
    }
    return unfit ?? other;
  };
}

/** Places of which another has the same path, but for the names in it, and a method in common. */
function findRivals<Route>(places: readonly RouteNode<Route>[]): Set<RouteNode<Route>> {
  const known = new Map<string, RouteNode<Route>>();
  const rivals = new Set<RouteNode<Route>>();
  for (const place of places) {
    const path = namelessPath(place.template.map(({ template }) => template).join("/"));
    for (const method of place.found.keys()) {
      const key = compoundKey(method, path);
      const other = known.get(key);
      if (other) rivals.add(other).add(place);
      known.set(key, place);
    }
  }
  return rivals;
}

/** The place of a path whose last step alone is a parameter, by the path before it. */
function fixedStart<Route>(place: RouteNode<Route>): [start: string, place: RouteNode<Route>][] {
  const { template } = place;
  const isFixed = template.slice(0, -1).every(({ names }) => names.length === 0);
  const isLast = isFixed && template.at(-1)?.parameter !== undefined;
  return isLast ? [[pathBefore(template), place]] : [];
}

/** A path up to its last step. */
function pathBefore(template: readonly PathStep[]): string {
  return template
    .slice(0, -1)
    .map((step) => `${step.template}/`)
    .join("");
}

/** Finds an operation whose last step is the parameter, if nothing in the URL has to be decoded. */
function findByStart<Route>(
  places: ReadonlyMap<string, RouteNode<Route>>,
  method: string,
  url: string,
): RouteMatch<Route> | undefined {
  const start = url.lastIndexOf("/") + 1;
  const place = places.get(url.slice(0, start));
  const step = url.slice(start);
  if (!place || !/^[\w~-]+$/.test(step)) return undefined;
  const { route, allowed } = foundAt(place, method);
  const name = place.template.at(-1)?.parameter as string;
  return route && { route, allowed, params: { [name]: step } };
}

function groupPlaces<Route extends { operation: OperationEntry }>(
  routes: readonly Route[],
): Map<string, RouteNode<Route>> {
  const places = new Map<string, RouteNode<Route>>();
  for (const { path } of routes.map(({ operation }) => operation)) {
    const here = routes.filter(({ operation }) => operation.path === path);
    const byMethod = new Map(here.map((route) => [route.operation.method, route]));
    const allowed = [...byMethod.keys()].flatMap((method) =>
      method === "GET" ? ["GET", "HEAD"] : [method],
    );
    const get = byMethod.get("GET");
    if (get && !byMethod.has("HEAD")) byMethod.set("HEAD", get);
    const none: RouteMatch<Route> = {
      route: undefined,
      params: noParams,
      allowed: [...new Set(allowed)],
    };
    const found = new Map([...byMethod].map(([method, route]) => [method, { ...none, route }]));
    places.set(path, { template: path.split("/").map(readStep), found, none });
  }
  return places;
}

function foundAt<Route>({ found, none }: RouteNode<Route>, method: string): RouteMatch<Route> {
  return found.get(method) ?? none;
}

/** The path of a URL, which may be whole if a client takes the server for a proxy. */
export function pathIn(url: string): string {
  const end = url.search(/[?#]/);
  const path = end < 0 ? url : url.slice(0, end);
  return path.startsWith("/") ? path : path.replace(/^https?:\/\/[^/]*/i, "");
}

/** Whether a step of a path stands for another place, as in `/things/..`. */
export const isDots = (step: string | null | undefined): boolean => step === "." || step === "..";

/** A step of a path without its escapes; null if it is not valid UTF-8. */
function decodeStep(step: string): string | null {
  if (!step.includes("%")) return step;
  try {
    const decoded = decodeURIComponent(step);
    return isInvalidString(decoded) ? null : decoded;
  } catch {
    return null;
  }
}

function matchParams(
  template: readonly PathStep[],
  steps: readonly (string | null)[],
): Record<string, string | null> | undefined {
  if (template.length !== steps.length) return undefined;
  const params: Record<string, string | null> = {};
  for (const [index, known] of template.entries()) {
    const step = steps[index] as string | null;
    if (step === null) {
      // The operation answers for a parameter that is not UTF-8.
      if (known.parameter === undefined) return undefined;
      params[known.parameter] = null;
      continue;
    }
    // Proxies resolve steps of dots, so their rules do not see them.
    const values =
      known.parameter !== undefined && isDots(step) ? undefined : readStepValues(known, step);
    if (!values) return undefined;
    for (const [nth, name] of known.names.entries()) params[name] = values[nth] as string;
  }
  return params;
}
