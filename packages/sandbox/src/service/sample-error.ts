import { errors } from "../contract.ts";

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
  const { details } = error;
  return {
    status: error.status,
    message: error.message,
    ...(details?.example !== undefined && { details: details.example }),
  };
}
