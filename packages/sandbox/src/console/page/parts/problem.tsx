import type { ComponentChildren } from "preact";
import { ControlError } from "../state/control.ts";
import { inLanguage, words } from "../state/language.ts";
import { askForToken } from "../state/token.ts";
import type { Live } from "../state/use-live.ts";

interface LoadedProps<Value> {
  of: Live<Value>;
  children: (value: Value) => ComponentChildren;
}

/** Data that is loaded, or the reason why it is not there, or that it is still to come. */
export function WhenLoaded<Value>({ of: { value, error }, children }: LoadedProps<Value>) {
  return (
    <>
      <Problem error={error} />
      {value !== undefined && children(value)}
      {value === undefined && !error && <p class="quiet">{words.value.loading}</p>}
    </>
  );
}

/** An error: a sentence, or a list if several fields are wrong. */
export function Problem({ error }: { error: unknown }) {
  if (error === undefined) return null;
  const { fields, status } = error instanceof ControlError ? error : { fields: [], status: 0 };
  return (
    <div class="problem" role="alert">
      <p>{fields.length > 0 ? words.value.inputWrong : problemText(error)}</p>
      {status === 401 && (
        <button type="button" class="small" onClick={askForToken}>
          {words.value.tokenAsk}
        </button>
      )}
      <ul>
        {fields.map(({ path, message }) => (
          <li key={path + message}>
            <code>{path}</code> {inLanguage(message)}
          </li>
        ))}
      </ul>
    </div>
  );
}

export function problemText(error: unknown): string {
  const { notReached, tokenWanted, controlOff } = words.value;
  if (!(error instanceof ControlError)) return notReached;
  if (error.status === 401) return tokenWanted;
  const sentence = inLanguage(error.message);
  return error.status === 403 ? `${controlOff} ${sentence}` : sentence;
}
