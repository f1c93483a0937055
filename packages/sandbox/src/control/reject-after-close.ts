import { ClosedError } from "../storage/storage.ts";

type ControlFunction = (...given: never[]) => Promise<unknown>;

/** The same functions, in groups or not, which reject once the sandbox is closed. */
export function rejectAfterClose<Functions extends object>(
  functions: Functions,
  isClosed: () => boolean,
): Functions {
  const entries = Object.entries(functions).map(([name, value]: [string, object]) => {
    if (typeof value !== "function") return [name, rejectAfterClose(value, isClosed)];
    const call = async (...given: never[]): Promise<unknown> => {
      if (isClosed()) throw new ClosedError();
      return (value as ControlFunction)(...given);
    };
    return [name, Object.assign(call, value)];
  });
  return Object.fromEntries(entries) as Functions;
}
