/** A fee: a fixed part in centavos, and a share of the amount in hundredths of a percent. */
export interface FeeRule {
  fixed: number;
  basisPoints: number;
}

/** The fee for an amount, in centavos: at most the amount itself. */
export function feeFor(amount: number, { fixed, basisPoints }: FeeRule): number {
  return Math.min(amount, fixed + Math.round((amount * basisPoints) / 10_000));
}
