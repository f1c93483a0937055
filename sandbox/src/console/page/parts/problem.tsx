import { ControlError } from "../state/control.ts";
import { words } from "../state/language.ts";
import { isTokenWanted } from "../state/token.ts";
import { InputError } from "./read-form.ts";

/** What went wrong, in a sentence, with the details that the control plane gives. */
export function Problem({ error }: { error: unknown }) {
  if (error === undefined) return null;
  return (
    <div class="problem" role="alert">
      <p>{describeProblem(error)}</p>
      {error instanceof ControlError && error.status === 401 && (
        <button type="button" class="small" onClick={askForToken}>
          {words.value.tokenAsk}
        </button>
      )}
      {error instanceof ControlError && error.fields.length > 0 && (
        <ul>
          {error.fields.map(({ path, message }) => (
            <li key={path + message}>
              <code>{path}</code> {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function askForToken(): void {
  isTokenWanted.value = true;
}

export function describeProblem(error: unknown): string {
  const { notReached, tokenWanted, controlOff } = words.value;
  if (error instanceof InputError) return error.message;
  if (!(error instanceof ControlError)) return notReached;
  if (error.status === 401) return tokenWanted;
  if (error.status === 403) return `${controlOff} ${error.message}`;
  return error.message;
}
