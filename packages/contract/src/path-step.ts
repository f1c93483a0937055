/** A step of a path: as it is, a parameter, or parameters with something between them, such as `{id}.json`. */
export interface PathStep {
  /** As the contract writes it. */
  template: string;
  /** Names of the parameters in it, in order. */
  names: readonly string[];
  /** Name of the parameter that is the whole step. */
  parameter?: string;
  /** Finds the values of a step that is a parameter in parts only. */
  pattern?: RegExp;
}

export function readStep(template: string): PathStep {
  const names = [...template.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name as string);
  if (template === `{${names[0]}}`) return { template, names, parameter: names[0] as string };
  if (names.length === 0) return { template, names };
  const source = template
    .split(/\{[^{}]*\}/)
    .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"))
    .join("(.+?)");
  return { template, names, pattern: new RegExp(`^${source}$`, "su") };
}

/** The values of the parameters of a step, which is decoded; undefined if the step is another one. */
export function readStepValues(
  { template, names, parameter, pattern }: PathStep,
  step: string,
): readonly string[] | undefined {
  if (parameter !== undefined) return step === "" ? undefined : [step];
  if (!pattern) return template === step ? names : undefined;
  return pattern.exec(step)?.slice(1);
}

/** Sorts templates that one path has: a literal step goes before one that is so in parts, and that one before a parameter, from the left. */
export function rankSteps(steps: readonly PathStep[]): string {
  return steps
    .map(({ parameter, names }) => (parameter === undefined ? names.length && 1 : 2))
    .join("");
}
