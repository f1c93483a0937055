// How notifications are delivered and signed.
import { isTree, type Tree } from "../place.ts";
import { show } from "../schema/finding.ts";
import { noteBasis } from "./compare-basis.ts";
import { type Context, calls } from "./context.ts";
import { seconds } from "./words.ts";

type Tell = (kind: string, before?: string, after?: string, name?: string) => void;

/** Tells of a root field that is there on one side only; both of its states otherwise. */
function both(
  context: Context,
  key: string,
  kind: string,
  subject: string,
): { was: Tree; is: Tree; tell: Tell } | undefined {
  const [was, is] = [context.base.root[key], context.head.root[key]];
  const tell: Tell = (found, before, after, name) =>
    context.notes.add(calls("receiver"), {
      kind: found,
      subject,
      before,
      after,
      name,
      ...(isTree(was) && { baseAt: `/${key}` }),
      ...(isTree(is) && { headAt: `/${key}` }),
    });
  if (isTree(was) && isTree(is)) {
    noteBasis(context, { base: { value: was, at: `/${key}` }, head: { value: is, at: `/${key}` } }, subject, "x-basis");
    return { was, is, tell };
  }
  if (isTree(is)) tell(`${kind}-added`);
  if (isTree(was)) tell(`${kind}-removed`);
  return undefined;
}

export function compareDelivery(context: Context): void {
  const found = both(context, "x-notification-delivery", "delivery", "Delivery of notifications");
  if (!found) return;
  const { was, is, tell } = found;
  if (was.guarantee !== is.guarantee) {
    // Exactly once keeps what at least once promises, and what at most once does.
    const stronger = is.guarantee === "exactly-once";
    tell(`delivery-guarantee-${stronger ? "strengthened" : "weakened"}`, show(was.guarantee), show(is.guarantee));
  }
  if (was.ordered !== is.ordered) tell(is.ordered === true ? "delivery-order-promised" : "delivery-order-dropped");
  if (show(was.success) !== show(is.success)) {
    const wider = covers(show(is.success), show(was.success));
    tell(`delivery-success-${wider ? "widened" : "narrowed"}`, show(was.success), show(is.success));
  }
  if (was.redirects !== is.redirects)
    tell(is.redirects === true ? "delivery-redirects-followed" : "delivery-redirects-refused");
  duration(tell, was.timeout, is.timeout, ["delivery-timeout-shortened", "delivery-timeout-lengthened"]);
  duration(tell, was.disabledAfter, is.disabledAfter, ["delivery-switched-off-earlier", "delivery-switched-off-later"]);
  if (was.jitter !== is.jitter) tell("delivery-jitter-changed", percent(was.jitter), percent(is.jitter));
  compareSchedules(tell, numbers(was.schedule), numbers(is.schedule));
}

/** Whether a range of statuses, such as `2xx`, holds another. */
function covers(wide: string, narrow: string): boolean {
  const pattern = new RegExp(`^${wide.toLowerCase().replaceAll(/[^\w]/g, "\\$&").replaceAll("x", "[x\\d]")}$`);
  return pattern.test(narrow.toLowerCase());
}

function percent(value: unknown): string {
  return typeof value === "number" ? `±${value * 100} %` : "nothing";
}

function numbers(value: unknown): number[] {
  return Array.isArray(value) ? value.map(Number) : [];
}

/** Something that is absent goes on for ever. */
function duration(tell: Tell, was: unknown, is: unknown, [shorter, longer]: [string, string]): void {
  if (was === is) return;
  const [before, after] = [was, is].map((value) => (typeof value === "number" ? value : Number.POSITIVE_INFINITY)) as [
    number,
    number,
  ];
  const words = (value: number): string => (Number.isFinite(value) ? seconds(value) : "for ever");
  tell(after < before ? shorter : longer, words(before), words(after));
}

function compareSchedules(tell: Tell, was: number[], is: number[]): void {
  if (was.join() === is.join()) return;
  const span = (schedule: number[]): number => schedule.reduce((sum, wait) => sum + wait, 0);
  const words = (schedule: number[]): string => `${schedule.length} times within ${seconds(span(schedule))}`;
  const shorter = is.length < was.length || span(is) < span(was);
  const longer = is.length >= was.length && span(is) >= span(was);
  // The same tries at the same times, and more after them, take nothing away.
  const kept = was.every((wait, index) => is[index] === wait);
  tell(`delivery-tries-${shorter ? "reduced" : longer && kept ? "extended" : "changed"}`, words(was), words(is));
}

export function compareSignature(context: Context): void {
  const found = both(context, "x-notification-signature", "signature", "The signature of notifications");
  if (!found) return;
  const { was, is, tell } = found;
  for (const key of ["header", "algorithm", "signed", "timestamp", "version"]) {
    const [before, after] = [was[key], is[key]].map((value) =>
      key === "header" ? show(value).toLowerCase() : show(value),
    );
    if (before !== after) tell("signature-changed", show(was[key]), show(is[key]), key);
  }
  duration(tell, was.tolerance, is.tolerance, ["signature-tolerance-shortened", "signature-tolerance-lengthened"]);
}
