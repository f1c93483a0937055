import type { Lifecycle } from "../../../contract/src/behaviour.ts";
import { fence } from "./markdown.ts";

/** A lifecycle as a Mermaid state diagram in a code block. */
export function stateDiagram(lifecycle: Lifecycle): string {
  const { transitions, final } = lifecycle;
  const names = [...new Set(transitions.flatMap(({ from, to }) => (from === null ? [to] : [from, to])))];
  const id = (status: string): string => `s${names.indexOf(status) + 1}`;
  const lines = [
    ...names.map((name) => `state "${label(name) || id(name)}" as ${id(name)}`),
    ...transitions.map(({ from, to, trigger }) => {
      const words = label(trigger);
      return `${from === null ? "[*]" : id(from)} --> ${id(to)}${words ? `: ${words}` : ""}`;
    }),
    ...final.map((status) => `${id(status)} --> [*]`),
  ];
  return fence("mermaid", ["stateDiagram-v2", ...lines.map((line) => `  ${line}`)].join("\n"));
}

/** Letters, digits and plain punctuation: whatever else might mean something to Mermaid is left out. */
function label(text: string): string {
  return text
    .replaceAll(/[^\p{L}\p{N}_ ,.'()/-]/gu, " ")
    .replaceAll(/--+/g, "-")
    .replaceAll(/\s+/g, " ")
    .trim();
}
