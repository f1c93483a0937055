import { errors, schemas } from "../contract.ts";

/** An error as the contract shows it. */
export interface SampleError {
  status: number;
  message: string;
  details?: unknown;
}

/** What the contract shows as an example of an error. @throws {TypeError} where it has no such error */
export function sampleError(code: string): SampleError {
  const error = errors.find((candidate) => candidate.code === code);
  if (!error) throw new TypeError(`The contract has no error ${code}.`);
  const { examples = [] } = (schemas as Record<string, { examples?: unknown[] }>)[error.schema] ?? {};
  const [example] = examples as { error: { message: string; details?: unknown } }[];
  const { message = error.condition, details } = example?.error ?? {};
  return { status: error.status, message, ...(details !== undefined && { details }) };
}
