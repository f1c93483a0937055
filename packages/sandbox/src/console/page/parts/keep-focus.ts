/** Milliseconds for which the loss of the focus is put down to what was done. */
const watchedFor = 3_000;

/**
 * Finds out where the focus is to go, should the element that has it disappear: a button often goes with what it did,
 * and the next place is better than the start of the page. Where it does go, begins with the call of what is given back.
 */
export function keepFocus(element: Element | null | undefined): () => void {
  const homes: HTMLElement[] = [];
  for (let home = findHome(element); home; home = findHome(home.parentElement)) homes.push(home);
  return () => watch(homes);
}

function findHome(element: Element | null | undefined): HTMLElement | null | undefined {
  return element?.closest<HTMLElement>("[data-focus-home]");
}

/** Ends the watch that is on: only what was done last moves the focus. */
let stop = (): void => {};

function watch(homes: readonly HTMLElement[]): void {
  stop();
  const outermost = homes.at(-1)?.parentElement;
  if (!outermost) return;
  const mend = (): void => {
    if (document.activeElement !== document.body && document.activeElement !== null) return;
    const home = homes.find(({ isConnected }) => isConnected);
    home?.querySelector<HTMLElement>("[data-focus-here]")?.focus();
  };
  const observer = new MutationObserver(mend);
  observer.observe(outermost, { childList: true, subtree: true });
  const timer = setTimeout(() => stop(), watchedFor);
  stop = () => {
    clearTimeout(timer);
    observer.disconnect();
  };
  mend();
}
