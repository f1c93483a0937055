import { signal } from "@preact/signals";
import { Copy } from "../parts/copy.tsx";
import { OperationButton } from "../parts/operation.tsx";
import { Page } from "../parts/page.tsx";
import { WhenLoaded } from "../parts/problem.tsx";
import { Facts, Secret, Status } from "../parts/show.tsx";
import { call, type Schemas } from "../state/control.ts";
import { fieldName, words } from "../state/language.ts";
import { linkTo, route } from "../state/route.ts";
import { useCall, useLive } from "../state/use-live.ts";

/** Secrets that were made here, by company: they are shown until the page is left, and not kept anywhere. */
const newSecrets = signal<Readonly<Record<string, string>>>({});

function keepNewSecret(id: string, secret: string): undefined {
  newSecrets.value = { ...newSecrets.value, [id]: secret };
}

/** The companies, each with the credentials and secrets that an integration needs. */
export function Companies() {
  const { credentialsHint, back } = words.value;
  const { id, filters } = route.value;
  const first = useCall("readCredentials").value;
  const live = useLive(`${id} ${filters.search}`, async () =>
    id === undefined
      ? (await call("listCompanies", { limit: 200, ...filters })).items.reverse()
      : [await call("readCompany", { id })],
  );
  return (
    <Page
      actions={
        <OperationButton
          id="addCompany"
          class="main"
          onDone={(added) => keepNewSecret(added.id, added.apiSecret)}
        />
      }
    >
      <p class="quiet">
        {id === undefined ? credentialsHint : <a href={linkTo("companies")}>{back}</a>}
      </p>
      <WhenLoaded of={live}>
        {(companies) =>
          first &&
          companies.map((company) => (
            <CompanyCard key={company.id} company={company} first={first} />
          ))
        }
      </WhenLoaded>
    </Page>
  );
}

interface CompanyCardProps {
  company: Schemas["Company"];
  /** Those of the first company, whose secret is known if it has not been changed. */
  first: Schemas["Credentials"];
}

function CompanyCard({ company, first }: CompanyCardProps) {
  const { environment, operations, secretUnknown } = words.value;
  const { id, name, apiKey, suspended, balance } = company;
  const { baseUrl } = first;
  const renewed = newSecrets.value[id];
  const apiSecret = renewed ?? (id === first.companyId ? first.apiSecret : null);
  const variables = `PIX_BASE_URL=${baseUrl}\nPIX_API_KEY=${apiKey}\nPIX_API_SECRET=${apiSecret ?? "…"}`;
  const shared = { on: { id }, about: name };
  return (
    <section class="card" data-focus-home>
      <h2 tabIndex={-1} data-focus-here>
        <bdi>{name}</bdi> {suspended && <Status of="suspended" />}
      </h2>
      <Facts
        of={{ ...company, baseUrl, apiSecret }}
        show={[
          "balance",
          "sentToday",
          "baseUrl",
          "apiKey",
          apiSecret ? "apiSecret" : [fieldName("apiSecret"), secretUnknown],
          [
            fieldName("postbackSecret"),
            <Secret key="postback" from="readPostbackSecret" id={id} />,
          ],
        ]}
      />
      {renewed && <p class="quiet">{operations.renewApiSecret.done}</p>}
      <h3>{environment}</h3>
      <pre class="code">{variables}</pre>
      <Copy text={variables} what={environment} />
      <div class="buttons">
        <OperationButton
          id="changeCompany"
          {...shared}
          fields={["balance"]}
          initial={{ balance }}
        />
        <OperationButton
          id="renewApiSecret"
          {...shared}
          onDone={(made) => keepNewSecret(id, made.apiSecret)}
        />
      </div>
    </section>
  );
}
