import { Listing } from "../parts/listing.tsx";
import { formatMoney } from "../parts/money.ts";
import { Operation } from "../parts/operation.tsx";
import { Facts, factsOf, paymentTitle, Status, Time } from "../parts/show.tsx";
import { Timeline } from "../parts/timeline.tsx";
import type { Schemas } from "../state/control.ts";
import { fieldName, fill, words } from "../state/language.ts";
import { go, linkTo } from "../state/route.ts";

/** PIX OUT: the transfers, the newest first. */
export function Transfers() {
  return (
    <Listing
      view="transfers"
      actions={<CreateTransfer />}
      title={paymentTitle}
      columns={[
        { name: fieldName("amount"), show: ({ amount }) => formatMoney(amount), kind: "number" },
        { name: fieldName("status"), show: ({ status }) => <Status status={status} /> },
        { name: fieldName("pixKey"), show: Recipient, kind: "wide" },
        { name: fieldName("createdAt"), show: ({ createdAt }) => <Time at={createdAt} short /> },
      ]}
    >
      {(transfer) => <TransferBody transfer={transfer} />}
    </Listing>
  );
}

function Recipient({ pixKey, description }: Schemas["Transfer"]) {
  return (
    <span class="stack">
      <bdi>{pixKey}</bdi>
      <bdi class="brief quiet">{description}</bdi>
    </span>
  );
}

function CreateTransfer() {
  return (
    <Operation
      id="createTransfer"
      class="main"
      fields={["amount", "pixKey", "description", "postbackUrl", "companyId"]}
      initial={{ amount: 1_000, pixKey: "destino@example.com" }}
      onDone={({ id, amount }) => {
        go(linkTo("transfers", id));
        return fill(words.value.operations.createTransfer.done, formatMoney(amount));
      }}
    />
  );
}

/** A transfer: where it stands, what can be done with it, and its timeline. */
function TransferBody({ transfer }: { transfer: Schemas["Transfer"] }) {
  const { id, status, nextAt, outcome, pix } = transfer;
  const isOpen = status === "queued" || status === "processing";
  const on = { id };
  const about = formatMoney(transfer.amount);
  return (
    <>
      {isOpen && (
        <div class="buttons">
          <Operation id="completeTransfer" on={on} class="main" />
          {status === "queued" && <Operation id="processTransfer" on={on} />}
          <Operation id="refuseTransfer" on={on} about={about} fields={["reason"]} />
          <Operation id="cancelTransfer" on={on} about={about} fields={["reason"]} />
        </div>
      )}
      <Facts
        facts={[
          ...factsOf(transfer, [
            "id",
            "status",
            "pixKey",
            "description",
            "reason",
            "fees",
            "netAmount",
          ]),
          ...(pix ? factsOf(pix, ["endToEndId"]) : []),
          [fieldName("nextStep"), isOpen && (nextAt ? <Time at={nextAt} /> : words.value.byHand)],
          [fieldName("outcome"), nextAt && <Status status={outcome} />],
          ...factsOf(transfer, ["createdAt", "updatedAt", "completedAt", "postbackUrl"]),
        ]}
      />
      <Timeline id={id} />
    </>
  );
}
