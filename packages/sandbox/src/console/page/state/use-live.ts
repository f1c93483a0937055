import { useEffect, useRef, useState } from "preact/hooks";
import { changes } from "./connection.ts";

/** Data of the sandbox, as fresh as is known. */
export interface Live<Value> {
  /** Undefined until it has come for the first time. */
  value: Value | undefined;
  /** Why the last try failed. */
  error: unknown;
}

/**
 * Loads data, and loads it again whenever something changes in the sandbox. The old data stays until the new data is
 * there, so that nothing flickers and the focus stays.
 *
 * @param key says what is loaded: another key is other data, and begins empty
 * @param extent how much of it is loaded: more of the same data, which is kept meanwhile
 */
export function useLive<Value>(key: string, load: () => Promise<Value>, extent = 1): Live<Value> {
  const [state, setState] = useState<Live<Value> & { key: string }>({
    key,
    value: undefined,
    error: undefined,
  });
  const latest = useRef(load);
  latest.current = load;
  useEffect(() => {
    let stopped = false;
    let running = false;
    let again = false;
    const run = async (): Promise<void> => {
      if (running) {
        again = true;
        return;
      }
      running = true;
      do {
        again = false;
        try {
          const value = await latest.current();
          if (!stopped) setState({ key, value, error: undefined });
        } catch (error) {
          if (!stopped)
            setState((before) => ({
              key,
              value: before.key === key ? before.value : undefined,
              error,
            }));
        }
      } while (again && !stopped);
      running = false;
    };
    const forget = changes.subscribe(() => void run());
    return () => {
      stopped = true;
      forget();
    };
  }, [key, extent]);
  return state.key === key ? state : { value: undefined, error: undefined };
}
