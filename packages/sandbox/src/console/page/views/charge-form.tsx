import { CompanyChoice } from "../parts/company-choice.tsx";
import { FormDialog } from "../parts/dialog.tsx";
import { Field } from "../parts/field.tsx";
import { formatMoney } from "../parts/money.ts";
import { readMoney, readText } from "../parts/read-form.ts";
import { control, take } from "../state/control.ts";
import { words } from "../state/language.ts";
import { go, linkTo } from "../state/route.ts";

/** Who pays where nobody else is typed in. */
const customer = { name: "Maria Aparecida de Souza", email: "maria.souza@example.com", document: "52998224725" };

/** Names of fields by what the control plane calls them. */
const names = {
  amountInCents: "amount",
  "customer.name": "name",
  "customer.email": "email",
  "customer.document": "document",
  "customer.phone": "phone",
};

/** Creates a charge, and opens it. */
export function ChargeForm({ onClose }: { onClose: () => void }) {
  const text = words.value;
  const create = async (values: FormData): Promise<string> => {
    const document = readText(values, "document")?.replace(/[.\-/\s]/g, "") ?? "";
    const companyId = readText(values, "companyId");
    const description = readText(values, "description");
    const postbackUrl = readText(values, "postbackUrl");
    const phone = readText(values, "phone");
    const charge = await take(
      control.POST("/charges", {
        body: {
          amountInCents: readMoney(values, "amount"),
          customer: {
            name: readText(values, "name") ?? "",
            email: readText(values, "email") ?? "",
            documentType: document.length > 11 ? "cnpj" : "cpf",
            document,
            ...(phone && { phone }),
          },
          ...(companyId && { companyId }),
          ...(description && { description }),
          ...(postbackUrl && { postbackUrl }),
        },
      }),
    );
    go(linkTo("charges", charge.id));
    return text.chargeCreated(formatMoney(charge.amount));
  };
  return (
    <FormDialog title={text.newCharge} submit={text.createCharge} onSubmit={create} onClose={onClose} names={names}>
      <Field name="amount" label={text.amountReais} value="10,00" numeric required first />
      <Field name="description" label={text.description} hint={text.descriptionHint} maxLength={280} />
      <Field name="postbackUrl" label={text.postbackUrl} hint={text.postbackHint} type="url" />
      <CompanyChoice />
      <details>
        <summary>{text.who}</summary>
        <Field name="name" label={text.name} value={customer.name} />
        <Field name="email" label={text.email} value={customer.email} />
        <Field name="document" label={text.document} value={customer.document} hint={text.documentHint} />
        <Field name="phone" label={text.phone} />
      </details>
    </FormDialog>
  );
}
