import { Copy } from "../parts/copy.tsx";
import { Listing } from "../parts/listing.tsx";
import { formatMoney } from "../parts/money.ts";
import type { OfferedOperation } from "../parts/operation.tsx";
import { OperationButton } from "../parts/operation.tsx";
import type { Schemas } from "../state/control.ts";
import { fill, words } from "../state/language.ts";

/** Operations on a charge, by its status. */
const chargeOperations: Readonly<Record<string, readonly OfferedOperation[]>> = {
  pending: ["payCharge", "cancelCharge", "expireCharge"],
  paid: ["refundCharge"],
};

/** PIX IN: the charges, the newest first. */
export function Charges() {
  return (
    <Listing<Schemas["Charge"]>
      view="charges"
      actions={
        <OperationButton id="createCharge" class="main" initial={{ amountInCents: 1_000 }} />
      }
      columns={["amount", "status", "description customer.name", "createdAt"]}
      operations={({ status }) => chargeOperations[status] ?? []}
      top={(charge) => charge.status === "pending" && <CodeToPay {...charge} />}
      facts={({ status }) => [
        "id",
        "description",
        "fees",
        "customer.name",
        "customer.email",
        "createdAt",
        status === "pending" && "expiresAt",
        "paidAt",
        "pix.payerInfo.name",
        "pix.payerInfo.bank",
        "pix.endToEndId",
        "refund.refundedAt",
        "refund.reason",
        "postbackUrl",
      ]}
    />
  );
}

function CodeToPay({ amount, pix }: Schemas["Charge"]) {
  const { code, qrAlt } = words.value;
  return (
    <div class="code code-to-pay">
      <img src={`data:image/png;base64,${pix.qrCode}`} alt={fill(qrAlt, formatMoney(amount))} />
      <div class="stack">
        <p class="quiet">{code}</p>
        <code>{pix.emv}</code>
        <Copy text={pix.emv} what={code} />
      </div>
    </div>
  );
}
