import { useState } from "preact/hooks";
import { Listing, StatusFilter, useList } from "../parts/listing.tsx";
import { formatMoney } from "../parts/money.ts";
import { Page } from "../parts/page.tsx";
import { Search } from "../parts/search.tsx";
import { Status } from "../parts/status.tsx";
import { Time } from "../parts/time.tsx";
import { control, take } from "../state/control.ts";
import { words } from "../state/language.ts";
import { linkTo, route } from "../state/route.ts";
import { MoveByHand } from "./move-by-hand.tsx";
import { TransferDetail } from "./transfer.tsx";
import { TransferForm } from "./transfer-form.tsx";

const statuses = ["queued", "processing", "completed", "refused", "canceled"] as const;

/** PIX OUT: the transfers, the newest first. */
export function Transfers() {
  const [creating, setCreating] = useState(false);
  const { id, filters } = route.value;
  const text = words.value;
  const { search } = filters;
  const wanted = statuses.find((known) => known === filters.status);
  const { list, more } = useList(`transfers ${wanted} ${search}`, (paging) =>
    take(
      control.GET("/transfers", {
        params: { query: { ...paging, ...(wanted && { status: wanted }), ...(search && { search }) } },
      }),
    ),
  );
  return (
    <Page
      title={text.views.transfers}
      actions={
        <>
          <MoveByHand />
          <Search />
          <StatusFilter statuses={statuses} />
          <button type="button" class="main" onClick={() => setCreating(true)}>
            {text.newTransfer}
          </button>
        </>
      }
      detail={id && <TransferDetail key={id} id={id} />}
    >
      <Listing
        caption={text.views.transfers}
        list={list}
        more={more}
        href={(transfer) => linkTo("transfers", transfer.id, filters)}
        empty={text.noTransfers}
        hint={text.noTransfersHint}
        columns={[
          { name: text.amount, show: ({ amount }) => formatMoney(amount), kind: "number" },
          { name: text.status, show: (transfer) => <Status status={transfer.status} /> },
          {
            name: text.pixKey,
            show: ({ pixKey, description }) => (
              <span class="stack">
                <bdi>{pixKey}</bdi>
                <bdi class="brief quiet">{description}</bdi>
              </span>
            ),
            kind: "wide",
          },
          { name: text.created, show: ({ createdAt }) => <Time at={createdAt} short /> },
        ]}
      />
      {creating && <TransferForm onClose={() => setCreating(false)} />}
    </Page>
  );
}
