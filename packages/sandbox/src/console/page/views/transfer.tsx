import { useState } from "preact/hooks";
import { Action } from "../parts/action.tsx";
import { Facts } from "../parts/facts.tsx";
import { Identifier } from "../parts/identifier.tsx";
import { formatMoney } from "../parts/money.ts";
import { ObjectNotifications } from "../parts/object-notifications.tsx";
import { Detail } from "../parts/page.tsx";
import { Problem } from "../parts/problem.tsx";
import { RawJson } from "../parts/raw-json.tsx";
import { ReasonForm } from "../parts/reason-form.tsx";
import { Loading } from "../parts/rows.tsx";
import { Status } from "../parts/status.tsx";
import { Time } from "../parts/time.tsx";
import { control, type Transfer, take } from "../state/control.ts";
import { words } from "../state/language.ts";
import { useLive } from "../state/use-live.ts";

/** A transfer: where it stands, what can be done with it, and its notifications. */
export function TransferDetail({ id }: { id: string }) {
  const { value: transfer, error } = useLive(`transfer ${id}`, () =>
    take(control.GET("/transfers/{id}", { params: { path: { id } } })),
  );
  const title = transfer ? (
    <>
      {formatMoney(transfer.amount)} <Status status={transfer.status} />
    </>
  ) : (
    id
  );
  return (
    <Detail title={title}>
      <Problem error={error} />
      {!transfer && !error && <Loading />}
      {transfer && <TransferBody transfer={transfer} />}
    </Detail>
  );
}

const isOpen = ({ status }: Transfer): boolean => status === "queued" || status === "processing";

function TransferBody({ transfer }: { transfer: Transfer }) {
  const text = words.value;
  const { nextAt, completedAt } = transfer;
  return (
    <>
      <TransferActions transfer={transfer} />
      <Facts
        facts={[
          [text.id, <Identifier key="id" value={transfer.id} />],
          [text.technical, <code key="status">{transfer.status}</code>],
          [text.pixKey, <bdi key="key">{transfer.pixKey}</bdi>],
          [text.description, transfer.description && <bdi>{transfer.description}</bdi>],
          [text.reason, transfer.reason && <bdi>{transfer.reason}</bdi>],
          [text.fees, formatMoney(transfer.fees)],
          [text.netAmount, formatMoney(transfer.netAmount)],
          [text.endToEndId, transfer.pix && <Identifier value={transfer.pix.endToEndId} />],
          [text.nextStep, isOpen(transfer) && (nextAt ? <Time at={nextAt} /> : text.byHand)],
          [text.outcome, nextAt && <Status status={transfer.outcome} />],
          [text.created, <Time key="created" at={transfer.createdAt} />],
          [text.updated, <Time key="updated" at={transfer.updatedAt} />],
          [text.completedAt, completedAt && <Time at={completedAt} />],
          [text.postbackUrl, transfer.postbackUrl && <span class="url">{transfer.postbackUrl}</span>],
        ]}
      />
      <ObjectNotifications objectId={transfer.id} />
      <RawJson value={transfer} />
    </>
  );
}

function TransferActions({ transfer }: { transfer: Transfer }) {
  const [asking, setAsking] = useState<"refuse" | "cancel">();
  const text = words.value;
  const path = { params: { path: { id: transfer.id } } };
  const amount = formatMoney(transfer.amount);
  const forms = {
    refuse: {
      submit: text.refuseDo,
      done: text.refused,
      run: (body: { reason?: string }) => take(control.POST("/transfers/{id}/refuse", { ...path, body })),
    },
    cancel: {
      submit: text.cancelDo,
      done: text.canceled,
      run: (body: { reason?: string }) => take(control.POST("/transfers/{id}/cancel", { ...path, body })),
    },
  };
  const form = asking && forms[asking];
  return (
    <div class="buttons">
      {isOpen(transfer) && (
        <>
          <Action class="main" done={text.completed} run={() => take(control.POST("/transfers/{id}/complete", path))}>
            {text.complete}
          </Action>
          {transfer.status === "queued" && (
            <Action done={text.processed} run={() => take(control.POST("/transfers/{id}/process", path))}>
              {text.process}
            </Action>
          )}
          <button type="button" onClick={() => setAsking("refuse")}>
            {text.refuse}
          </button>
          <button type="button" onClick={() => setAsking("cancel")}>
            {text.cancelAsk}
          </button>
        </>
      )}
      {form && <ReasonForm title={`${form.submit}: ${amount}`} onClose={() => setAsking(undefined)} {...form} />}
    </div>
  );
}
