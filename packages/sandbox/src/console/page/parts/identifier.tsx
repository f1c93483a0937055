import { Copy } from "./copy.tsx";

/** An identifier with a button that copies it. */
export function Identifier({ value }: { value: string }) {
  return (
    <span class="identifier">
      <code>{value}</code> <Copy text={value} what={value} />
    </span>
  );
}
