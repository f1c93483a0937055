import { useId } from "preact/hooks";
import { readerLanguage, words } from "../state/language.ts";
import { findScale } from "./scale.ts";
import { Facts } from "./show.tsx";
import { tones } from "./tones.ts";
import { formatTime } from "./when.ts";

/** One series of a chart. */
export interface Series {
  name: string;
  /** A status, which has a tone. */
  status: string;
  /** The value of each step. */
  steps: readonly number[];
  /** Where all of it is listed. */
  href: string;
}

interface ChartProps {
  title: string;
  series: readonly Series[];
  /** Epoch milliseconds at which each step begins. */
  times: readonly number[];
  format?: (total: number) => string;
  /** Whether the bars of a step stand side by side: their sum means nothing. */
  sideBySide?: boolean;
}

/** Bars over time, with their totals as links, and the same figures as a list. */
export function BarChart({ title, series, times, format = String, sideBySide }: ChartProps) {
  const id = useId();
  const { nothing, figures } = words.value.overview;
  const shown = series
    .map((one) => ({ ...one, total: addUp(one.steps) }))
    .filter(({ total }) => total > 0);
  const describe = (step: number): string =>
    shown
      .filter(({ steps }) => steps[step])
      .map(({ name, steps }) => `${name} ${format(steps[step] ?? 0)}`)
      .join(", ");
  const heights = times.map((_, step) => addUp(shown.map(({ steps }) => steps[step] ?? 0)));
  const max = findScale(
    sideBySide ? Math.max(...shown.flatMap(({ steps }) => steps)) : Math.max(...heights),
  );
  const totals = shown.map(({ name, total }) => `${name} ${format(total)}`).join(", ");
  const clockTimes = times.map((time) => formatTime(time, time, readerLanguage.value));
  return (
    <section class="card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul class="totals">
        {shown.map(({ name, status, total, href }) => (
          <li key={name}>
            <a href={href}>
              <i class={markClass(status)} /> {name} <b>{format(total)}</b>
            </a>
          </li>
        ))}
      </ul>
      {shown.length === 0 ? (
        <p class="quiet">{nothing}</p>
      ) : (
        <>
          <div class="plot">
            <small class="scale quiet" aria-hidden="true">
              {[max, max / 2, 0].map((value) => (
                <span key={value}>{format(value)}</span>
              ))}
            </small>
            <div
              class={sideBySide ? "bars beside" : "bars"}
              role="img"
              aria-label={`${title}: ${totals}`}
            >
              {clockTimes.map((time, step) => (
                <div key={times[step]} title={`${time}: ${describe(step)}`}>
                  {shown.map(({ name, status, steps }) => (
                    <i
                      key={name}
                      class={markClass(status)}
                      style={{ height: `${(100 * (steps[step] ?? 0)) / max}%` }}
                    />
                  ))}
                </div>
              ))}
            </div>
            <small class="times quiet">
              {[0, Math.floor(clockTimes.length / 2), clockTimes.length - 1].map((step) => (
                <span key={step}>{clockTimes[step]}</span>
              ))}
            </small>
          </div>
          <details>
            <summary>{figures}</summary>
            <Facts show={clockTimes.map((time, step) => [time, describe(step)])} />
          </details>
        </>
      )}
    </section>
  );
}

function markClass(status: string): string {
  return `mark ${tones[status] ?? "neutral"} ${status}`;
}

function addUp(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
