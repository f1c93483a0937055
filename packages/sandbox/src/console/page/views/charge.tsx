import { useState } from "preact/hooks";
import { Copy } from "../parts/copy.tsx";
import { Confirm } from "../parts/dialog.tsx";
import { Facts } from "../parts/facts.tsx";
import { Identifier } from "../parts/identifier.tsx";
import { formatMoney } from "../parts/money.ts";
import { ObjectNotifications } from "../parts/object-notifications.tsx";
import { Detail } from "../parts/page.tsx";
import { PayButton } from "../parts/pay-button.tsx";
import { Problem } from "../parts/problem.tsx";
import { RawJson } from "../parts/raw-json.tsx";
import { ReasonForm } from "../parts/reason-form.tsx";
import { Loading } from "../parts/rows.tsx";
import { Status } from "../parts/status.tsx";
import { Time } from "../parts/time.tsx";
import { type Charge, control, take } from "../state/control.ts";
import { words } from "../state/language.ts";
import { useLive } from "../state/use-live.ts";

/** A charge: its code to scan, what can be done with it, and its notifications. */
export function ChargeDetail({ id }: { id: string }) {
  const { value: charge, error } = useLive(`charge ${id}`, () =>
    take(control.GET("/charges/{id}", { params: { path: { id } } })),
  );
  const title = charge ? (
    <>
      {formatMoney(charge.amount)} <Status status={charge.status} />
    </>
  ) : (
    id
  );
  return (
    <Detail title={title}>
      <Problem error={error} />
      {!charge && !error && <Loading />}
      {charge && <ChargeBody charge={charge} />}
    </Detail>
  );
}

function ChargeBody({ charge }: { charge: Charge }) {
  const text = words.value;
  const { pix, customer, refund } = charge;
  const payer = pix.payerInfo;
  return (
    <>
      <ChargeActions charge={charge} />
      {charge.status === "pending" && (
        <div class="code-to-pay">
          <img src={`data:image/png;base64,${pix.qrCode}`} alt={text.qrAlt(formatMoney(charge.amount))} />
          <div>
            <p class="label">{text.code}</p>
            <p class="code">{pix.emv}</p>
            <Copy text={pix.emv} what={text.code} />
          </div>
        </div>
      )}
      <Facts
        facts={[
          [text.id, <Identifier key="id" value={charge.id} />],
          [text.technical, <code key="status">{charge.status}</code>],
          [text.description, charge.description && <bdi>{charge.description}</bdi>],
          [text.fees, formatMoney(charge.fees)],
          [text.customer, <bdi key="customer">{`${customer.name} · ${customer.email}`}</bdi>],
          [text.created, <Time key="created" at={charge.createdAt} />],
          [text.expires, charge.status === "pending" && <Time at={charge.expiresAt} />],
          [text.paidAt, charge.paidAt && <Time at={charge.paidAt} />],
          [text.paidBy, payer && <bdi>{`${payer.name} · ${payer.bank}`}</bdi>],
          [text.endToEndId, pix.endToEndId && <Identifier value={pix.endToEndId} />],
          [text.refund, refund && <Time at={refund.refundedAt} />],
          [text.reason, refund?.reason && <bdi>{refund.reason}</bdi>],
          [text.postbackUrl, charge.postbackUrl && <span class="url">{charge.postbackUrl}</span>],
        ]}
      />
      <ObjectNotifications objectId={charge.id} />
      <RawJson value={charge} />
    </>
  );
}

function ChargeActions({ charge }: { charge: Charge }) {
  const [asking, setAsking] = useState<"cancel" | "expire" | "refund">();
  const text = words.value;
  const path = { params: { path: { id: charge.id } } };
  const amount = formatMoney(charge.amount);
  const close = (): void => setAsking(undefined);
  return (
    <div class="buttons">
      <PayButton charge={charge} main />
      {charge.status === "pending" && (
        <>
          <button type="button" onClick={() => setAsking("cancel")}>
            {text.cancelAsk}
          </button>
          <button type="button" onClick={() => setAsking("expire")}>
            {text.expireAsk}
          </button>
        </>
      )}
      {charge.status === "paid" && (
        <button type="button" onClick={() => setAsking("refund")}>
          {text.refundAction}
        </button>
      )}
      {asking === "cancel" && (
        <Confirm
          title={`${text.cancelChargeDo}: ${amount}`}
          text={text.cancelChargeText}
          submit={text.cancelChargeDo}
          done={text.canceled}
          run={() => take(control.POST("/charges/{id}/cancel", path))}
          onClose={close}
        />
      )}
      {asking === "expire" && (
        <Confirm
          title={`${text.expire}: ${amount}`}
          text={text.expireText}
          submit={text.expire}
          done={text.expired}
          run={() => take(control.POST("/charges/{id}/expire", path))}
          onClose={close}
        />
      )}
      {asking === "refund" && (
        <ReasonForm
          title={`${text.refundDo}: ${amount}`}
          submit={text.refundDo}
          done={text.refunded(amount)}
          onClose={close}
          run={(body) => take(control.POST("/charges/{id}/refund", { ...path, body }))}
        />
      )}
    </div>
  );
}
