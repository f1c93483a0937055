import { Copy } from "../parts/copy.tsx";
import { Listing } from "../parts/listing.tsx";
import { formatMoney } from "../parts/money.ts";
import { Operation } from "../parts/operation.tsx";
import { Facts, factsOf, paymentTitle, Status, Time } from "../parts/show.tsx";
import { Timeline } from "../parts/timeline.tsx";
import type { Schemas } from "../state/control.ts";
import { fieldName, fill, words } from "../state/language.ts";
import { go, linkTo } from "../state/route.ts";

/** PIX IN: the charges, the newest first. */
export function Charges() {
  const text = words.value;
  return (
    <Listing
      view="charges"
      actions={<CreateCharge />}
      title={paymentTitle}
      columns={[
        { name: fieldName("amount"), show: ({ amount }) => formatMoney(amount), kind: "number" },
        { name: fieldName("status"), show: ({ status }) => <Status status={status} /> },
        { name: fieldName("description"), show: Description, kind: "wide" },
        { name: fieldName("createdAt"), show: ({ createdAt }) => <Time at={createdAt} short /> },
        {
          name: text.operations.payCharge.button,
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

function CreateCharge() {
  return (
    <Operation
      id="createCharge"
      class="main"
      fields={["amountInCents", "description", "postbackUrl", "companyId"]}
      initial={{ amountInCents: 1_000 }}
      onDone={({ id, amount }) => {
        go(linkTo("charges", id));
        return fill(words.value.operations.createCharge.done, formatMoney(amount));
      }}
    />
  );
}

/** Plays the payer. Nothing if the charge does not wait for payment. */
function Pay({ charge, class: style }: { charge: Schemas["Charge"]; class: "main" | "small" }) {
  if (charge.status !== "pending") return null;
  return (
    <Operation
      id="payCharge"
      on={{ id: charge.id }}
      about={formatMoney(charge.amount)}
      class={style}
    />
  );
}

/** A charge: its code to scan, what can be done with it, and its timeline. */
function ChargeBody({ charge }: { charge: Schemas["Charge"] }) {
  const { id, pix, refund, status } = charge;
  const payer = pix.payerInfo;
  const shared = { on: { id }, about: formatMoney(charge.amount) };
  return (
    <>
      <div class="buttons">
        <Pay charge={charge} class="main" />
        {status === "pending" && <Operation id="cancelCharge" {...shared} />}
        {status === "pending" && <Operation id="expireCharge" {...shared} />}
        {status === "paid" && <Operation id="refundCharge" {...shared} fields={["reason"]} />}
      </div>
      {status === "pending" && <CodeToPay charge={charge} />}
      <Facts
        facts={[
          ...factsOf(charge, ["id", "status", "description", "fees"]),
          [
            fieldName("customer"),
            <bdi key="customer">{`${charge.customer.name} · ${charge.customer.email}`}</bdi>,
          ],
          ...factsOf(charge, [
            "createdAt",
            ...(status === "pending" ? (["expiresAt"] as const) : []),
            "paidAt",
          ]),
          [fieldName("paidBy"), payer && <bdi>{`${payer.name} · ${payer.bank}`}</bdi>],
          ...factsOf(pix, ["endToEndId"]),
          ...(refund ? factsOf(refund, ["refundedAt", "reason"]) : []),
          ...factsOf(charge, ["postbackUrl"]),
        ]}
      />
      <Timeline id={id} />
    </>
  );
}

function CodeToPay({ charge: { amount, pix } }: { charge: Schemas["Charge"] }) {
  const { code, qrAlt } = words.value;
  return (
    <div class="code-to-pay">
      <img src={`data:image/png;base64,${pix.qrCode}`} alt={fill(qrAlt, formatMoney(amount))} />
      <div>
        <p class="quiet">{code}</p>
        <code>{pix.emv}</code>
        <Copy text={pix.emv} what={code} />
      </div>
    </div>
  );
}
