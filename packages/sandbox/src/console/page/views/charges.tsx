import { useState } from "preact/hooks";
import { Listing, StatusFilter, useList } from "../parts/listing.tsx";
import { formatMoney } from "../parts/money.ts";
import { Page } from "../parts/page.tsx";
import { PayButton } from "../parts/pay-button.tsx";
import { Search } from "../parts/search.tsx";
import { Status } from "../parts/status.tsx";
import { Time } from "../parts/time.tsx";
import { type ChargeEntry, control, take } from "../state/control.ts";
import { words } from "../state/language.ts";
import { linkTo, route } from "../state/route.ts";
import { ChargeDetail } from "./charge.tsx";
import { ChargeForm } from "./charge-form.tsx";

const statuses = ["pending", "paid", "canceled", "refunded"] as const;

/** PIX IN: the charges, the newest first. */
export function Charges() {
  const [creating, setCreating] = useState(false);
  const { id, filters } = route.value;
  const text = words.value;
  const { search } = filters;
  const wanted = statuses.find((known) => known === filters.status);
  const { list, more } = useList(`charges ${wanted} ${search}`, (paging) =>
    take(
      control.GET("/charges", {
        params: { query: { ...paging, ...(wanted && { status: wanted }), ...(search && { search }) } },
      }),
    ),
  );
  return (
    <Page
      title={text.views.charges}
      actions={
        <>
          <Search />
          <StatusFilter statuses={statuses} />
          <button type="button" class="main" onClick={() => setCreating(true)}>
            {text.newCharge}
          </button>
        </>
      }
      detail={id && <ChargeDetail key={id} id={id} />}
    >
      <Listing
        caption={text.views.charges}
        list={list}
        more={more}
        href={(charge) => linkTo("charges", charge.id, filters)}
        empty={text.noCharges}
        hint={text.noChargesHint}
        columns={[
          { name: text.amount, show: ({ amount }) => formatMoney(amount), kind: "number" },
          { name: text.status, show: (charge) => <Status status={charge.status} /> },
          { name: text.description, show: Description, kind: "wide" },
          { name: text.created, show: ({ createdAt }) => <Time at={createdAt} short /> },
          { name: text.pay, show: (charge) => <PayButton charge={charge} />, kind: "act" },
        ]}
      />
      {creating && <ChargeForm onClose={() => setCreating(false)} />}
    </Page>
  );
}

function Description({ description, customer }: ChargeEntry) {
  return (
    <span class="stack">
      <bdi class="brief">{description || words.value.none}</bdi>
      <bdi class="quiet">{customer.name}</bdi>
    </span>
  );
}
