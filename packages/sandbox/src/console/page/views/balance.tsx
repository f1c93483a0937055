import { formatMoney } from "../parts/money.ts";
import { Operation } from "../parts/operation.tsx";
import { Page } from "../parts/page.tsx";
import { Loaded, Rows } from "../parts/rows.tsx";
import { type Company, call } from "../state/control.ts";
import { fieldName, fill, words } from "../state/language.ts";
import { useLive } from "../state/use-live.ts";

/** What each company may send, and the books behind it. */
export function Balance() {
  const text = words.value;
  const live = useLive("balance", async () => {
    const [companies, ledger] = await Promise.all([call("listCompanies", { limit: 200 }), call("readLedger")]);
    return { companies: companies.items, ledger };
  });
  return (
    <Page title={text.views.balance}>
      <Loaded of={live}>
        {({ companies, ledger: { accounts, sum } }) => (
          <>
            <ul class="cards">
              {companies.map((company) => (
                <CompanyBalance key={company.id} company={company} />
              ))}
            </ul>
            <h2>{text.ledger}</h2>
            <p class="quiet">{text.ledgerHint}</p>
            <Rows
              caption={text.ledger}
              entries={[...Object.entries(accounts).sort(([a], [b]) => a.localeCompare(b)), [text.sum, sum] as const]}
              keyOf={([account]) => account}
              columns={[
                {
                  name: fieldName("account"),
                  show: ([name]) => <Account name={name} companies={companies} />,
                  kind: "wide",
                },
                { name: fieldName("balance"), show: ([, amount]) => formatMoney(amount), kind: "number" },
              ]}
            />
            {sum !== 0 && <p class="problem">{text.sumWrong}</p>}
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** An account of the ledger; that of a company is named by its identifier. */
function Account({ name, companies }: { name: string; companies: readonly Company[] }) {
  return (
    <span class="stack">
      {name === words.value.sum ? <strong>{name}</strong> : <code>{name}</code>}
      <bdi class="quiet">{companies.find(({ id }) => name === `company:${id}`)?.name}</bdi>
    </span>
  );
}

function CompanyBalance({ company: { id, name, suspended, balance, sentToday } }: { company: Company }) {
  const text = words.value;
  return (
    <li class="card">
      <p class="quiet">
        <bdi>{name}</bdi> {suspended && <span class="badge bad">{text.suspended}</span>}
      </p>
      <p class="figure">{formatMoney(balance)}</p>
      <p class="quiet">
        {text.sentToday}: {formatMoney(sentToday)}
      </p>
      <Operation
        id="changeCompany"
        on={{ id }}
        about={name}
        fields={["balance"]}
        initial={{ balance }}
        onDone={(changed) => fill(text.operations.changeCompany.done, formatMoney(changed.balance))}
      />
    </li>
  );
}
