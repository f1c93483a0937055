import { useState } from "preact/hooks";
import { words } from "../state/language.ts";
import { Identifier } from "./identifier.tsx";
import { Problem } from "./problem.tsx";

/** A secret that is read and shown when it is asked for. */
export function Secret({ read }: { read: () => Promise<string> }) {
  const [secret, setSecret] = useState<string>();
  const [error, setError] = useState<unknown>(undefined);
  const show = async (): Promise<void> => {
    try {
      setSecret(await read());
    } catch (problem) {
      setError(problem);
    }
  };
  if (secret !== undefined) return <Identifier value={secret} />;
  return (
    <>
      <button type="button" class="small" onClick={() => void show()}>
        {words.value.showSecret}
      </button>
      <Problem error={error} />
    </>
  );
}
