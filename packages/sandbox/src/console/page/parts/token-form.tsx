import { words } from "../state/language.ts";
import { isTokenWanted, setToken, token } from "../state/token.ts";
import { FormDialog } from "./dialog.tsx";
import { Field } from "./fields.tsx";

/** Asks for the token of the control plane. */
export function TokenForm() {
  const text = words.value;
  const use = async (values: FormData): Promise<string> => {
    setToken(String(values.get("token")).trim());
    return "";
  };
  const close = (): void => {
    isTokenWanted.value = false;
  };
  return (
    <FormDialog title={text.tokenTitle} submit={text.tokenUse} onSubmit={use} onClose={close}>
      <p class="quiet">{text.tokenHint}</p>
      {token.value !== undefined && <p class="problem">{text.tokenRefused}</p>}
      <Field name="token" label="Token" type="password" required first />
    </FormDialog>
  );
}
