import type { ExchangeCheck } from "./exchange-check.ts";

/** The operation documents the status, or it is one that may come from anywhere. */
export const checkStatus: ExchangeCheck = ({ operation, response: { status } }, { contract }) => {
  const documented = operation?.responses.map((response) => response.status) ?? [];
  const anywhere = contract.errors.filter((error) => error.anywhere).map((error) => error.status);
  if (documented.includes(status) || anywhere.includes(status)) return [];
  return [`The status ${status} is none of ${documented.join(", ") || anywhere.join(", ")}.`];
};
