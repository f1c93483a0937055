import { ControlError } from "../state/control.ts";
import { words } from "../state/language.ts";
import { isTokenWanted } from "../state/token.ts";
import { inLanguage } from "../words/translate.ts";

/** What went wrong: a sentence, or where several fields are wrong a list of them. */
export function Problem({ error }: { error: unknown }) {
  if (error === undefined) return null;
  const fields = error instanceof ControlError ? error.fields : [];
  return (
    <div class="problem" role="alert">
      <p>{fields.length > 0 ? words.value.inputWrong : problemText(error)}</p>
      {error instanceof ControlError && error.status === 401 && (
        <button type="button" class="small" onClick={openTokenForm}>
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

function openTokenForm(): void {
  isTokenWanted.value = true;
}

export function problemText(error: unknown): string {
  const { notReached, tokenWanted, controlOff } = words.value;
  if (!(error instanceof ControlError)) return notReached;
  if (error.status === 401) return tokenWanted;
  if (error.status === 403) return `${controlOff} ${inLanguage(error.message)}`;
  return inLanguage(error.message);
}
