import { useState } from "preact/hooks";
import { FormDialog } from "../parts/dialog.tsx";
import { Field } from "../parts/field.tsx";
import { editMoney, formatMoney } from "../parts/money.ts";
import { Page } from "../parts/page.tsx";
import { Problem } from "../parts/problem.tsx";
import { readMoney } from "../parts/read-form.ts";
import { Loading, Rows } from "../parts/rows.tsx";
import { type Company, control, take } from "../state/control.ts";
import { words } from "../state/language.ts";
import { useLive } from "../state/use-live.ts";

/** What each company may send, and the books behind it. */
export function Balance() {
  const text = words.value;
  const [changing, setChanging] = useState<Company>();
  const { value, error } = useLive("balance", async () => {
    const [companies, ledger] = await Promise.all([
      take(control.GET("/companies", { params: { query: { limit: 200 } } })),
      take(control.GET("/ledger")),
    ]);
    return { companies: companies.items, ledger };
  });
  // The account of a company is named by its identifier.
  const names = new Map(value?.companies.map(({ id, name }) => [`company:${id}`, name]));
  const accounts = Object.entries(value?.ledger.accounts ?? {}).sort(([a], [b]) => a.localeCompare(b));
  return (
    <Page title={text.views.balance}>
      <Problem error={error} />
      {!value && !error && <Loading />}
      {value && (
        <>
          <ul class="cards">
            {value.companies.map((company) => (
              <li key={company.id} class="card">
                <p class="label">
                  <bdi>{company.name}</bdi> {company.suspended && <span class="badge bad">{text.suspended}</span>}
                </p>
                <p class="figure">{formatMoney(company.balance)}</p>
                <p class="quiet">
                  {text.sentToday}: {formatMoney(company.sentToday)}
                </p>
                <button type="button" onClick={() => setChanging(company)}>
                  {text.setBalance}
                </button>
              </li>
            ))}
          </ul>
          <h2>{text.ledger}</h2>
          <p class="quiet">{text.ledgerHint}</p>
          <Rows
            caption={text.ledger}
            entries={[...accounts, [text.sum, value.ledger.sum] as const]}
            keyOf={([account]) => account}
            columns={[
              {
                name: text.account,
                show: ([account]) => (
                  <span class="stack">
                    {account === text.sum ? <span class="sum">{account}</span> : <code>{account}</code>}
                    <bdi class="quiet">{names.get(account)}</bdi>
                  </span>
                ),
                kind: "wide",
              },
              { name: text.balance, show: ([, amount]) => formatMoney(amount), kind: "number" },
            ]}
          />
          {value.ledger.sum !== 0 && <p class="problem">{text.sumWrong}</p>}
        </>
      )}
      {changing && <BalanceForm company={changing} onClose={() => setChanging(undefined)} />}
    </Page>
  );
}

function BalanceForm({ company, onClose }: { company: Company; onClose: () => void }) {
  const text = words.value;
  const set = async (values: FormData): Promise<string> => {
    const params = { path: { id: company.id } };
    const changed = await take(
      control.PATCH("/companies/{id}", { params, body: { balance: readMoney(values, "balance") } }),
    );
    return text.balanceSet(formatMoney(changed.balance));
  };
  return (
    <FormDialog title={text.setBalanceOf(company.name)} submit={text.setBalanceDo} onSubmit={set} onClose={onClose}>
      <Field name="balance" label={text.amountReais} value={editMoney(company.balance)} numeric required first />
    </FormDialog>
  );
}
