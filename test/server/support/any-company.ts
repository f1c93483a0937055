import type { Authenticators } from "../../../generated/server/src/index.ts";

const caller = { caller: { id: "cmp_1" }, callerId: "cmp_1" };

/** Takes every caller for one company. */
export const anyCompany: Authenticators<{ id: string }> = {
  ApiCredentials: () => caller,
  AccessToken: () => caller,
};
