import { loadContract } from "./check-input.ts";
import type { Control } from "./make-control.ts";
import type { Routed } from "./operation.ts";

/** A request that leads to an operation. */
interface FoundRoute {
  operation: Routed;
  /** Identifier in the path; undefined where it has none. */
  id: string | undefined;
  /** Parameters of the query that are whole numbers. */
  integers: readonly string[];
}

/**
 * Finds the operation of a request in the control plane's contract.
 *
 * @param path below the control plane's own, without query
 * @returns where there is none, the methods that the path has
 */
export async function findRoute(method: string, path: string): Promise<FoundRoute | { allowed: string[] }> {
  const { operations } = await loadContract();
  const given = path.split("/");
  const fitting = Object.entries(operations).flatMap(([name, entry]) => {
    const steps = entry.path.split("/");
    const fits =
      steps.length === given.length &&
      steps.every((step, index) => step === given[index] || (step === "{id}" && given[index]));
    return fits ? [{ operation: name as Routed, entry, place: steps.indexOf("{id}") }] : [];
  });
  // What is spelled out comes before what stands for an identifier.
  const [route] = fitting.filter(({ entry }) => entry.method === method).sort((a, b) => a.place - b.place);
  if (!route) return { allowed: [...new Set(fitting.map(({ entry }) => entry.method))] };
  const { operation, entry, place } = route;
  const step = given[place];
  return { operation, id: step && decodeURIComponent(step), integers: entry.integers };
}

/** Runs an operation: with the identifier of its path, if it has one, and its body or query. */
export type Run = (...given: unknown[]) => Promise<unknown>;

/** The functions of the control plane by their operation. */
export function functionsOf(control: Control): ReadonlyMap<string, Run> {
  const all: unknown[] = Object.values(control).flatMap((part) =>
    typeof part === "object" ? Object.values(part) : [part],
  );
  return new Map(
    all.map((made) => {
      const { handler } = made as { handler?: unknown };
      const run = handler ?? made;
      return [(run as { operation: string }).operation, run as Run];
    }),
  );
}
