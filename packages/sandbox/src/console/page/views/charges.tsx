import { Copy } from "../parts/copy.tsx";
import { Listing } from "../parts/listing.tsx";
import { formatMoney } from "../parts/money.ts";
import { Operation } from "../parts/operation.tsx";
import { Facts, paymentTitle } from "../parts/show.tsx";
import { Timeline } from "../parts/timeline.tsx";
import type { Schemas } from "../state/control.ts";
import { fieldName, fill, words } from "../state/language.ts";

/** PIX IN: the charges, the newest first. */
export function Charges() {
  return (
    <Listing
      view="charges"
      actions={
        <Operation
          id="createCharge"
          class="main"
          initial={{ amountInCents: 1_000 }}
          opens="charges"
        />
      }
      title={paymentTitle}
      columns={[
        "amount",
        "status",
        { name: fieldName("description"), show: Description, kind: "wide" },
        "createdAt",
        {
          name: words.value.operations.payCharge.button,
          show: (charge) => <Pay charge={charge} class="small" />,
          kind: "act",
        },
      ]}
    >
      {(charge) => <ChargeBody charge={charge} />}
    </Listing>
  );
}

function Description({ description, customer }: Schemas["Charge"]) {
  return (
    <span class="stack">
      <bdi class="brief">{description || "—"}</bdi>
      <bdi class="quiet">{customer.name}</bdi>
    </span>
  );
}

/** Plays the payer. Nothing if the charge does not wait for payment. */
function Pay({ charge, class: style }: { charge: Schemas["Charge"]; class: "main" | "small" }) {
  if (charge.status !== "pending") return null;
  const { id, amount } = charge;
  return <Operation id="payCharge" on={{ id }} about={formatMoney(amount)} class={style} />;
}

/** A charge: its code to scan, what can be done with it, and its timeline. */
function ChargeBody({ charge }: { charge: Schemas["Charge"] }) {
  const { id, pix, status, customer } = charge;
  const payer = pix.payerInfo;
  const isPending = status === "pending";
  const shared = { on: { id }, about: formatMoney(charge.amount) };
  return (
    <>
      <div class="buttons">
        <Pay charge={charge} class="main" />
        {isPending && <Operation id="cancelCharge" {...shared} />}
        {isPending && <Operation id="expireCharge" {...shared} />}
        {status === "paid" && <Operation id="refundCharge" {...shared} />}
      </div>
      {isPending && <CodeToPay charge={charge} />}
      <Facts
        of={charge}
        show={[
          "id",
          "status",
          "description",
          "fees",
          [
            fieldName("customer"),
            <bdi key="customer">{`${customer.name} · ${customer.email}`}</bdi>,
          ],
          "createdAt",
          isPending && "expiresAt",
          "paidAt",
          [fieldName("paidBy"), payer && <bdi>{`${payer.name} · ${payer.bank}`}</bdi>],
          "pix.endToEndId",
          "refund.refundedAt",
          "refund.reason",
          "postbackUrl",
        ]}
      />
      <Timeline id={id} />
    </>
  );
}

function CodeToPay({ charge: { amount, pix } }: { charge: Schemas["Charge"] }) {
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
