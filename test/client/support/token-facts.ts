/** How tokens of another contract are obtained: their life is in seconds, and five in a minute are issued. */
export const tokenFacts = {
  operation: "issue",
  token: "card",
  expiresIn: "seconds",
  unit: 1_000,
  renewEarly: 60_000,
  spacing: 12_000,
};
