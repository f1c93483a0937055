import { useId } from "preact/hooks";
import { announce } from "../parts/announce.tsx";
import { Listing } from "../parts/listing.tsx";
import { formatMoney } from "../parts/money.ts";
import { ObjectNotifications } from "../parts/notification-rows.tsx";
import { Operation } from "../parts/operation.tsx";
import { Detail } from "../parts/page.tsx";
import { problemText } from "../parts/problem.tsx";
import { Facts, factsOf, Status, Time } from "../parts/show.tsx";
import { changes } from "../state/connection.ts";
import { call, type Transfer } from "../state/control.ts";
import { fieldName, fill, words } from "../state/language.ts";
import { go, linkTo } from "../state/route.ts";
import { useLive } from "../state/use-live.ts";

/** PIX OUT: the transfers, the newest first. */
export function Transfers() {
  const text = words.value;
  return (
    <Listing
      view="transfers"
      operation="listTransfers"
      empty={text.noTransfers}
      hint={text.noChargesHint}
      actions={
        <>
          <MoveByHand />
          <CreateTransfer />
        </>
      }
      detail={(id) => <TransferDetail key={id} id={id} />}
      columns={[
        { name: fieldName("amount"), show: ({ amount }) => formatMoney(amount), kind: "number" },
        { name: fieldName("status"), show: ({ status }) => <Status status={status} /> },
        { name: fieldName("pixKey"), show: Recipient, kind: "wide" },
        { name: fieldName("createdAt"), show: ({ createdAt }) => <Time at={createdAt} short /> },
      ]}
    />
  );
}

function Recipient({ pixKey, description }: Transfer) {
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

/** Milliseconds that a transfer takes where it moves by itself again. */
const usualSteps = { queued: 500, processing: 1_000 };

/** Chooses whether new transfers move by themselves or wait to be moved here. */
function MoveByHand() {
  const id = useId();
  const { value } = useLive("settings", () => call("readSettings"));
  const { moveByHand, moveByHandHint, movedByHand, movedBySelf } = words.value;
  const choose = (byHand: boolean): void => {
    const transferSteps = byHand ? { queued: null, processing: null } : usualSteps;
    call("changeSettings", { transferSteps })
      .then(
        () => announce(byHand ? movedByHand : movedBySelf),
        (error: unknown) => announce(problemText(error)),
      )
      .finally(() => changes.value++);
  };
  return (
    <label class="check" for={id} title={moveByHandHint}>
      <input
        id={id}
        type="checkbox"
        checked={value?.transferSteps.queued === null}
        onChange={(event) => choose(event.currentTarget.checked)}
      />
      {moveByHand}
    </label>
  );
}

/** A transfer: where it stands, what can be done with it, and its notifications. */
function TransferDetail({ id }: { id: string }) {
  const live = useLive(`transfer ${id}`, () => call("readTransfer", { id }));
  return (
    <Detail
      id={id}
      of={live}
      title={({ amount, status }) => [formatMoney(amount), " ", <Status key="" status={status} />]}
    >
      {(transfer) => <TransferBody transfer={transfer} />}
    </Detail>
  );
}

function TransferBody({ transfer }: { transfer: Transfer }) {
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
          ...factsOf(transfer, ["id", "status", "pixKey", "description", "reason", "fees", "netAmount"]),
          ...(pix ? factsOf(pix, ["endToEndId"]) : []),
          [fieldName("nextStep"), isOpen && (nextAt ? <Time at={nextAt} /> : words.value.byHand)],
          [fieldName("outcome"), nextAt && <Status status={outcome} />],
          ...factsOf(transfer, ["createdAt", "updatedAt", "completedAt", "postbackUrl"]),
        ]}
      />
      <ObjectNotifications objectId={id} />
    </>
  );
}
