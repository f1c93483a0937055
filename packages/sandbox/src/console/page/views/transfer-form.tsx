import { CompanyChoice } from "../parts/company-choice.tsx";
import { FormDialog } from "../parts/dialog.tsx";
import { Field } from "../parts/field.tsx";
import { formatMoney } from "../parts/money.ts";
import { readMoney, readText } from "../parts/read-form.ts";
import { control, take } from "../state/control.ts";
import { words } from "../state/language.ts";
import { go, linkTo } from "../state/route.ts";

/** Creates a transfer, and opens it. */
export function TransferForm({ onClose }: { onClose: () => void }) {
  const text = words.value;
  const create = async (values: FormData): Promise<string> => {
    const companyId = readText(values, "companyId");
    const description = readText(values, "description");
    const postbackUrl = readText(values, "postbackUrl");
    const transfer = await take(
      control.POST("/transfers", {
        body: {
          amount: readMoney(values, "amount"),
          pixKey: readText(values, "pixKey") ?? "",
          ...(companyId && { companyId }),
          ...(description && { description }),
          ...(postbackUrl && { postbackUrl }),
        },
      }),
    );
    go(linkTo("transfers", transfer.id));
    return text.transferCreated(formatMoney(transfer.amount));
  };
  return (
    <FormDialog title={text.newTransfer} submit={text.createTransfer} onSubmit={create} onClose={onClose}>
      <Field name="amount" label={text.amountReais} value="10,00" numeric required first />
      <Field name="pixKey" label={text.pixKey} value="destino@example.com" hint={text.pixKeyHint} required />
      <Field name="description" label={text.description} maxLength={280} />
      <Field name="postbackUrl" label={text.postbackUrl} hint={text.postbackHint} type="url" />
      <CompanyChoice />
    </FormDialog>
  );
}
