import { signal } from "@preact/signals";
import { useState } from "preact/hooks";
import { Action } from "../parts/action.tsx";
import { Copy } from "../parts/copy.tsx";
import { FormDialog } from "../parts/dialog.tsx";
import { Facts } from "../parts/facts.tsx";
import { Field } from "../parts/field.tsx";
import { Identifier } from "../parts/identifier.tsx";
import { Page } from "../parts/page.tsx";
import { Problem } from "../parts/problem.tsx";
import { RawJson } from "../parts/raw-json.tsx";
import { readMoney, readText } from "../parts/read-form.ts";
import { Loading } from "../parts/rows.tsx";
import { Secret } from "../parts/secret.tsx";
import { type Company, control, take } from "../state/control.ts";
import { words } from "../state/language.ts";
import { useLive } from "../state/use-live.ts";

/** Secrets that were made here, by company: they are shown until the page is left, and not kept anywhere. */
const newSecrets = signal<ReadonlyMap<string, string>>(new Map());

function keepNewSecret(companyId: string, secret: string): void {
  newSecrets.value = new Map([...newSecrets.value, [companyId, secret]]);
}

/** The companies, and what an integration needs to call the sandbox as each of them. */
export function Credentials() {
  const text = words.value;
  const { value, error } = useLive("credentials", async () => {
    const [credentials, companies] = await Promise.all([
      take(control.GET("/credentials")),
      take(control.GET("/companies", { params: { query: { limit: 200 } } })),
    ]);
    return { credentials, companies: companies.items.toReversed() };
  });
  const [adding, setAdding] = useState(false);
  return (
    <Page
      title={text.views.credentials}
      actions={
        <button type="button" class="main" onClick={() => setAdding(true)}>
          {text.newCompany}
        </button>
      }
    >
      <p class="quiet">{text.credentialsHint}</p>
      <Problem error={error} />
      {!value && !error && <Loading />}
      {value?.companies.map((company) => (
        <CompanyCard
          key={company.id}
          company={company}
          baseUrl={value.credentials.baseUrl}
          apiSecret={company.id === value.credentials.companyId ? value.credentials.apiSecret : null}
        />
      ))}
      {adding && <CompanyForm onClose={() => setAdding(false)} />}
    </Page>
  );
}

function CompanyForm({ onClose }: { onClose: () => void }) {
  const text = words.value;
  const add = async (values: FormData): Promise<string> => {
    const city = readText(values, "city");
    const apiKey = readText(values, "apiKey");
    const balance = readText(values, "balance") === undefined ? undefined : readMoney(values, "balance");
    const added = await take(
      control.POST("/companies", {
        body: {
          name: readText(values, "name") ?? "",
          ...(city && { city }),
          ...(apiKey && { apiKey }),
          ...(balance !== undefined && { balance }),
        },
      }),
    );
    keepNewSecret(added.id, added.apiSecret);
    return text.companyAdded;
  };
  return (
    <FormDialog title={text.newCompany} submit={text.addCompany} onSubmit={add} onClose={onClose}>
      <Field name="name" label={text.name} required first maxLength={100} />
      <Field name="city" label={text.city} maxLength={100} />
      <Field name="apiKey" label={text.apiKey} hint={text.apiKeyHint} maxLength={200} />
      <Field name="balance" label={text.openingBalance} numeric />
    </FormDialog>
  );
}

interface CompanyCardProps {
  company: Company;
  baseUrl: string;
  /** Null where only its hash is known. */
  apiSecret: string | null;
}

function CompanyCard({ company, baseUrl, apiSecret }: CompanyCardProps) {
  const text = words.value;
  const [renewing, setRenewing] = useState(false);
  const params = { path: { id: company.id } };
  const renewed = newSecrets.value.get(company.id);
  const secret = renewed ?? apiSecret;
  const renew = async (): Promise<string> => {
    keepNewSecret(company.id, (await take(control.POST("/companies/{id}/secret", { params }))).apiSecret);
    return text.secretRenewed;
  };
  const suspend = () => take(control.PATCH("/companies/{id}", { params, body: { suspended: !company.suspended } }));
  const environment = [
    `PIX_BASE_URL=${baseUrl}`,
    `PIX_API_KEY=${company.apiKey}`,
    `PIX_API_SECRET=${secret ?? "…"}`,
  ].join("\n");
  const call = `curl -X POST ${baseUrl}/api/auth -u "${company.apiKey}:${secret ?? "$PIX_API_SECRET"}"`;
  return (
    <section class="card" data-focus-home>
      <h2 tabIndex={-1} data-focus-here>
        <bdi>{company.name}</bdi> {company.suspended && <span class="badge bad">{text.suspended}</span>}
      </h2>
      <Facts
        facts={[
          [text.baseUrl, <Identifier key="url" value={baseUrl} />],
          [text.apiKey, <Identifier key="key" value={company.apiKey} />],
          [text.apiSecret, secret ? <Identifier value={secret} /> : <span class="quiet">{text.secretUnknown}</span>],
          [
            text.postbackSecret,
            <Secret
              key="postback"
              read={async () => (await take(control.GET("/companies/{id}/postback-secret", { params }))).postbackSecret}
            />,
          ],
        ]}
      />
      {renewed && <p class="note">{text.secretRenewed}</p>}
      <h3>{text.environment}</h3>
      <pre class="code">{environment}</pre>
      <Copy text={environment} what={text.environment} />
      <h3>{text.firstCall}</h3>
      <pre class="code">{call}</pre>
      <Copy text={call} what={text.firstCall} />
      <div class="buttons">
        <button type="button" onClick={() => setRenewing(true)}>
          {text.renewSecret}
        </button>
        <Action done={company.suspended ? text.resumed : text.nowSuspended} run={suspend}>
          {company.suspended ? text.resumeCompany : text.suspendCompany}
        </Action>
      </div>
      <RawJson value={company} />
      {renewing && (
        <FormDialog
          title={`${text.shownSecret}: ${company.name}`}
          submit={text.renewDo}
          onSubmit={renew}
          onClose={() => setRenewing(false)}
        >
          <p>{text.renewWarning}</p>
        </FormDialog>
      )}
    </section>
  );
}
