import { Listing } from "../parts/listing.tsx";
import { formatMoney } from "../parts/money.ts";
import { Operation } from "../parts/operation.tsx";
import { Facts, paymentTitle, Status, Time } from "../parts/show.tsx";
import { Timeline } from "../parts/timeline.tsx";
import type { Schemas } from "../state/control.ts";
import { fieldName, words } from "../state/language.ts";

/** PIX OUT: the transfers, the newest first. */
export function Transfers() {
  return (
    <Listing
      view="transfers"
      actions={
        <Operation
          id="createTransfer"
          class="main"
          initial={{ amount: 1_000, pixKey: "destino@example.com" }}
          opens="transfers"
        />
      }
      title={paymentTitle}
      columns={[
        "amount",
        "status",
        { name: fieldName("pixKey"), show: Recipient, kind: "wide" },
        "createdAt",
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

/** A transfer: where it stands, what can be done with it, and its timeline. */
function TransferBody({ transfer }: { transfer: Schemas["Transfer"] }) {
  const { id, status, nextAt, outcome } = transfer;
  const isOpen = status === "queued" || status === "processing";
  const on = { id };
  const about = formatMoney(transfer.amount);
  return (
    <>
      {isOpen && (
        <div class="buttons">
          <Operation id="completeTransfer" on={on} class="main" />
          {status === "queued" && <Operation id="processTransfer" on={on} />}
          <Operation id="refuseTransfer" on={on} about={about} />
          <Operation id="cancelTransfer" on={on} about={about} />
        </div>
      )}
      <Facts
        of={transfer}
        show={[
          "id",
          "status",
          "pixKey",
          "description",
          "reason",
          "fees",
          "netAmount",
          "pix.endToEndId",
          [fieldName("nextStep"), isOpen && (nextAt ? <Time at={nextAt} /> : words.value.byHand)],
          [fieldName("outcome"), nextAt && <Status status={outcome} />],
          "createdAt",
          "updatedAt",
          "completedAt",
          "postbackUrl",
        ]}
      />
      <Timeline id={id} />
    </>
  );
}
