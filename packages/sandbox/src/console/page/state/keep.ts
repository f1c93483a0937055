/** Remembers a choice in the browser; if it forbids that, the choice lasts as long as the page. */
export function keep(storage: "local" | "session", name: string, value: string): void {
  try {
    (storage === "local" ? localStorage : sessionStorage).setItem(name, value);
  } catch {
    // Private windows and strict settings refuse to store anything.
  }
}

export function recall(storage: "local" | "session", name: string): string | undefined {
  try {
    return (storage === "local" ? localStorage : sessionStorage).getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}
