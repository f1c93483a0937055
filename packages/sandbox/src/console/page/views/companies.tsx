import { signal } from "@preact/signals";
import { Copy } from "../parts/copy.tsx";
import { formatMoney } from "../parts/money.ts";
import { Operation } from "../parts/operation.tsx";
import { Page } from "../parts/page.tsx";
import { Loaded } from "../parts/rows.tsx";
import { Facts, Identifier, Secret } from "../parts/show.tsx";
import { call, type Schemas } from "../state/control.ts";
import { fieldName, fill, words } from "../state/language.ts";
import { linkTo, route } from "../state/route.ts";
import { useLive } from "../state/use-live.ts";

/** Secrets that were made here, by company: they are shown until the page is left, and not kept anywhere. */
const newSecrets = signal<ReadonlyMap<string, string>>(new Map());

function keepNewSecret(companyId: string, secret: string): void {
  newSecrets.value = new Map([...newSecrets.value, [companyId, secret]]);
}

/** The companies, and what an integration needs to call the sandbox as each of them. */
export function Companies() {
  const text = words.value;
  const { id, filters } = route.value;
  const live = useLive(`companies ${id} ${filters.search}`, async () => {
    const first = await call("readCredentials");
    if (id !== undefined) return { first, companies: [await call("readCompany", { id })] };
    return {
      first,
      companies: (await call("listCompanies", { limit: 200, ...filters })).items.toReversed(),
    };
  });
  return (
    <Page
      title={text.views.companies}
      actions={
        <Operation
          id="addCompany"
          class="main"
          onDone={({ id, apiSecret }) => keepNewSecret(id, apiSecret)}
        />
      }
    >
      <p class="quiet">
        {id === undefined ? text.credentialsHint : <a href={linkTo("companies")}>{text.back}</a>}
      </p>
      <Loaded of={live}>
        {({ first, companies }) =>
          companies.map((company) => (
            <CompanyCard
              key={company.id}
              company={company}
              baseUrl={first.baseUrl}
              apiSecret={company.id === first.companyId ? first.apiSecret : null}
            />
          ))
        }
      </Loaded>
    </Page>
  );
}

interface CompanyCardProps {
  company: Schemas["Company"];
  baseUrl: string;
  /** Null if only its hash is known. */
  apiSecret: string | null;
}

function CompanyCard({ company, baseUrl, apiSecret }: CompanyCardProps) {
  const text = words.value;
  const { id, name, apiKey, suspended, balance, sentToday } = company;
  const renewed = newSecrets.value.get(id);
  const secret = renewed ?? apiSecret;
  const environment = `PIX_BASE_URL=${baseUrl}\nPIX_API_KEY=${apiKey}\nPIX_API_SECRET=${secret ?? "…"}`;
  return (
    <section class="card" data-focus-home>
      <h2 tabIndex={-1} data-focus-here>
        <bdi>{name}</bdi> {suspended && <span class="badge bad">{text.suspended}</span>}
      </h2>
      <Facts
        of={{ ...company, baseUrl }}
        show={[
          "balance",
          [text.sentToday, formatMoney(sentToday)],
          "baseUrl",
          "apiKey",
          [
            fieldName("apiSecret"),
            secret ? (
              <Identifier value={secret} />
            ) : (
              <span class="quiet">{text.secretUnknown}</span>
            ),
          ],
          [
            fieldName("postbackSecret"),
            <Secret
              key="postback"
              read={async () => (await call("readPostbackSecret", { id })).postbackSecret}
            />,
          ],
        ]}
      />
      {renewed && <p class="note">{text.operations.renewApiSecret.done}</p>}
      <h3>{text.environment}</h3>
      <pre class="code">{environment}</pre>
      <Copy text={environment} what={text.environment} />
      <div class="buttons">
        <Operation
          id="changeCompany"
          on={{ id }}
          about={name}
          fields={["balance"]}
          initial={{ balance }}
          onDone={(changed) =>
            fill(text.operations.changeCompany.done, formatMoney(changed.balance))
          }
        />
        <Operation
          id="renewApiSecret"
          on={{ id }}
          about={name}
          onDone={({ apiSecret }) => keepNewSecret(id, apiSecret)}
        />
      </div>
    </section>
  );
}
