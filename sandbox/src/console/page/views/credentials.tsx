import { useState } from "preact/hooks";
import { Copy } from "../parts/copy.tsx";
import { FormDialog } from "../parts/dialog.tsx";
import { Facts } from "../parts/facts.tsx";
import { Identifier } from "../parts/identifier.tsx";
import { Page } from "../parts/page.tsx";
import { Problem } from "../parts/problem.tsx";
import { Loading } from "../parts/rows.tsx";
import { type Company, control, take } from "../state/control.ts";
import { words } from "../state/language.ts";
import { useLive } from "../state/use-live.ts";

/** What an integration needs to call the sandbox. */
export function Credentials() {
  const text = words.value;
  const { value, error } = useLive("credentials", async () => {
    const [credentials, companies] = await Promise.all([
      take(control.GET("/credentials")),
      take(control.GET("/companies", { params: { query: { limit: 200 } } })),
    ]);
    return { credentials, companies: companies.items.toReversed() };
  });
  return (
    <Page title={text.views.credentials}>
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
    </Page>
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
  const [renewed, setRenewed] = useState<string>();
  const [postbackSecret, setPostbackSecret] = useState<string>();
  const [error, setError] = useState<unknown>(undefined);
  const params = { path: { id: company.id } };
  const secret = renewed ?? apiSecret;
  const renew = async (): Promise<string> => {
    const shown = await take(control.POST("/companies/{id}/secret", { params }));
    setRenewed(shown.apiSecret);
    return text.secretRenewed;
  };
  const show = async (): Promise<void> => {
    try {
      setPostbackSecret((await take(control.GET("/companies/{id}/postback-secret", { params }))).postbackSecret);
    } catch (problem) {
      setError(problem);
    }
  };
  const environment = [`BASE_URL=${baseUrl}`, `API_KEY=${company.apiKey}`, `API_SECRET=${secret ?? "…"}`].join("\n");
  const call = `curl -X POST ${baseUrl}/api/auth -u "${company.apiKey}:${secret ?? "$API_SECRET"}"`;
  return (
    <section class="card" data-focus-home>
      <h2 tabIndex={-1} data-focus-here>
        <bdi>{company.name}</bdi>
      </h2>
      <Facts
        facts={[
          [text.baseUrl, <Identifier key="url" value={baseUrl} />],
          [text.apiKey, <Identifier key="key" value={company.apiKey} />],
          [text.apiSecret, secret ? <Identifier value={secret} /> : <span class="quiet">{text.secretUnknown}</span>],
          [
            text.postbackSecret,
            postbackSecret ? (
              <Identifier value={postbackSecret} />
            ) : (
              <button type="button" class="small" onClick={() => void show()}>
                {text.showSecret}
              </button>
            ),
          ],
        ]}
      />
      {renewed && <p class="note">{text.secretRenewed}</p>}
      <Problem error={error} />
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
      </div>
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
