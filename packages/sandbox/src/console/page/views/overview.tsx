import { BarChart, type Series } from "../parts/chart.tsx";
import { Copy } from "../parts/copy.tsx";
import { Field } from "../parts/fields.tsx";
import { formatMoney } from "../parts/money.ts";
import { Page } from "../parts/page.tsx";
import { Loaded } from "../parts/rows.tsx";
import { tones } from "../parts/tones.ts";
import { formatLength } from "../parts/when.ts";
import { call, type Schemas } from "../state/control.ts";
import { language, words } from "../state/language.ts";
import { filterBy, linkTo, route } from "../state/route.ts";
import { sandboxNow } from "../state/time.ts";
import { useLive } from "../state/use-live.ts";

/** Minutes that the pictures may show. */
const choices = [15, 60, 1_440];

/** Says to the fillCommands where the sandbox is, unless it is where they look for it. */
const environmentLine = location.port === "4020" ? "" : `export PIX_BASE_URL=${location.origin}\n`;

/** Fills an empty sandbox, in a terminal. */
const fillCommands = `${environmentLine}npm run -s sandbox -- charge 4990
npm run -s sandbox -- pay
npm run -s sandbox -- transfer destino@example.com 1500`;

/** The events of the last minutes, as pictures that lead to the lists. */
export function Overview() {
  const text = words.value;
  const minutes = Number(route.value.filters.minutes ?? choices[0]);
  // Time passes by itself: every ten seconds the pictures move on.
  const turn = Math.floor(sandboxNow.value / 10_000);
  const load = async () => ({
    state: await call("readState"),
    overview: await call("readOverview", { minutes }),
  });
  const live = useLive(`overview ${minutes}`, load, turn);
  return (
    <Page
      title={text.views.overview}
      actions={
        <Field
          quiet
          label={text.overview.period}
          value={String(minutes)}
          onChoose={(chosen) => filterBy({ minutes: chosen })}
          options={choices.map(
            (count) => [String(count), formatLength(count * 60_000, language.value)] as const,
          )}
        />
      }
    >
      <Loaded of={live}>
        {({ state, overview }) =>
          state.charges + state.transfers === 0 ? <FirstSteps /> : <Pictures overview={overview} />
        }
      </Loaded>
    </Page>
  );
}

function FirstSteps() {
  const { first, environment } = words.value.overview;
  return (
    <section class="card">
      <h2>{first}</h2>
      <pre class="code">{fillCommands}</pre>
      <Copy text={fillCommands} what={first} />
      <p class="quiet">
        <a href={linkTo("companies")}>{environment}</a>
      </p>
    </section>
  );
}

function Pictures({ overview }: { overview: Schemas["Overview"] }) {
  const { views, overview: text } = words.value;
  const { since, step, moneyIn, moneyOut } = overview;
  const times = moneyIn.map((_, index) => Date.parse(since) + index * step);
  return (
    <div class="charts">
      {(["charges", "transfers", "notifications"] as const).map((view) => (
        <BarChart
          key={view}
          title={views[view]}
          times={times}
          series={statusSeries(view, overview[view])}
        />
      ))}
      <BarChart
        title={text.money}
        times={times}
        format={formatMoney}
        series={[
          {
            name: text.moneyIn,
            tone: "good",
            steps: moneyIn,
            href: linkTo("charges", undefined, { status: "paid" }),
          },
          {
            name: text.moneyOut,
            tone: "neutral",
            steps: moneyOut.map((amount) => -amount),
            href: linkTo("transfers", undefined, { status: "completed" }),
          },
        ]}
      />
      <Refusals counts={overview.refusals} />
    </div>
  );
}

function statusSeries(
  view: "charges" | "transfers" | "notifications",
  counts: Readonly<Record<string, readonly number[]>>,
): Series[] {
  const names: Readonly<Record<string, string>> = words.value.statuses;
  const order = Object.keys(names);
  return Object.entries(counts)
    .map(([status, steps]) => ({
      name: names[status] ?? status,
      tone: tones[status] ?? "neutral",
      steps,
      href: linkTo(view, undefined, { status }),
      rank: order.indexOf(status),
    }))
    .sort((a, b) => a.rank - b.rank);
}

/** Requests that were refused, by the code of their error: each leads to those with it. */
function Refusals({ counts }: { counts: Readonly<Record<string, number>> }) {
  const { refusals, nothing } = words.value.overview;
  const sorted = Object.entries(counts).sort(([, a], [, b]) => b - a);
  const max = sorted[0]?.[1] ?? 1;
  return (
    <section class="card" aria-labelledby="refusals">
      <h2 id="refusals">{refusals}</h2>
      {sorted.length === 0 && <p class="quiet">{nothing}</p>}
      <ul class="bars">
        {sorted.map(([code, count]) => (
          <li key={code}>
            <a href={linkTo("requests", undefined, { outcome: "error", search: code })}>
              <code>{code}</code> <b>{count}</b>
            </a>
            <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
              <rect class="mark bad" width={(100 * count) / max} height="1" />
            </svg>
          </li>
        ))}
      </ul>
    </section>
  );
}
