import { useState } from "preact/hooks";
import { Copy } from "./copy.tsx";
import { Json } from "./json.tsx";

/** An object as the control plane gives it. */
export function RawJson({ value }: { value: unknown }) {
  const [open, setOpen] = useState(false);
  return (
    <details class="raw" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>JSON</summary>
      {open && (
        <>
          <Json value={value} />
          <Copy text={JSON.stringify(value, undefined, 2)} what="JSON" />
        </>
      )}
    </details>
  );
}
