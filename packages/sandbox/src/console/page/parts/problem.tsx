import { ControlError } from "../state/control.ts";
import { inLanguage, words } from "../state/language.ts";
import { askForToken } from "../state/token.ts";

/** An error: a sentence, or a list if several fields are wrong. */
export function Problem({ error }: { error: unknown }) {
  if (error === undefined) return null;
  const fields = error instanceof ControlError ? error.fields : [];
  return (
    <div class="problem" role="alert">
      <p>{fields.length > 0 ? words.value.inputWrong : problemText(error)}</p>
      {error instanceof ControlError && error.status === 401 && (
        <button type="button" class="small" onClick={askForToken}>
          {words.value.tokenAsk}
        </button>
      )}
      {fields.length > 0 && (
        <ul>
          {fields.map(({ path, message }) => (
            <li key={path + message}>
              {path && <code>{path}</code>} {inLanguage(message)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

export function problemText(error: unknown): string {
  const { notReached, tokenWanted, controlOff } = words.value;
  if (!(error instanceof ControlError)) return notReached;
  if (error.status === 401) return tokenWanted;
  if (error.status === 403) return `${controlOff} ${inLanguage(error.message)}`;
  return inLanguage(error.message);
}
