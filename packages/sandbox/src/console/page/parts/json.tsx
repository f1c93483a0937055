/** A value as JSON, or a text that may be JSON, set out over lines. */
export function Json({ value }: { value: unknown }) {
  return <pre class="code">{layOut(value)}</pre>;
}

function layOut(value: unknown): string {
  if (typeof value !== "string") return JSON.stringify(value, undefined, 2) ?? "";
  try {
    return JSON.stringify(JSON.parse(value), undefined, 2);
  } catch {
    return value;
  }
}
