import { useEffect, useRef, useState } from "preact/hooks";
import { changes } from "./connection.ts";
import { call, type Input, type OperationId, type Result } from "./control.ts";

/** Data of the sandbox, as fresh as is known. */
export interface Live<Value> {
  /** Undefined until it has come for the first time. */
  value?: Value;
  /** Why the last try failed. */
  error?: unknown;
}

/** The result of an operation that reads, as useLive() has it. */
export function useCall<Id extends OperationId>(id: Id, input?: Input<Id>): Live<Result<Id>> {
  return useLive(`${id} ${JSON.stringify(input)}`, () => call(id, input as Input<Id>));
}

/**
 * Loads data, and loads it again whenever something changes in the sandbox. The old data stays until the new data is
 * there, so that nothing flickers and the focus stays.
 *
 * @param key of the data: another key is other data, and begins empty
 * @param extent how much of it is loaded: more of the same data, which is kept meanwhile
 */
export function useLive<Value>(key: string, load: () => Promise<Value>, extent = 1): Live<Value> {
  const [state, setState] = useState<Live<Value> & { key: string }>({ key });
  const latest = useRef(load);
  latest.current = load;
  useEffect(() => {
    let isStopped = false;
    let isRunning = false;
    let isOld = false;
    const run = async (): Promise<void> => {
      isOld = true;
      if (isRunning) return;
      isRunning = true;
      while (isOld && !isStopped) {
        isOld = false;
        const loaded: Live<Value> = await latest.current().then(
          (value) => ({ value, error: undefined }),
          (error: unknown) => ({ error }),
        );
        if (!isStopped)
          setState((before) => ({ ...(before.key === key && before), key, ...loaded }));
      }
      isRunning = false;
    };
    const forget = changes.subscribe(() => void run());
    return () => {
      isStopped = true;
      forget();
    };
  }, [key, extent]);
  return state.key === key ? state : {};
}
