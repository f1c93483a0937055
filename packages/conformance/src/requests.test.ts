import { expect, test } from "vitest";
import { basicAuthorization, hideCredentials } from "./requests.ts";

test("credentials are hidden in whatever form they were sent", () => {
  const caller = { name: "first", apiKey: "key", apiSecret: "secret" };
  const known = { callers: [caller], secrets: new Map([["abc.def.ghi", "a token"]]) };
  const shown = (authorization: string) =>
    hideCredentials({ authorization }, undefined, known).authorization;
  expect(shown(basicAuthorization(caller))).toBe("Basic $CREDENTIALS");
  expect(shown(`Bearer ${basicAuthorization(caller)}`)).toBe("Bearer Basic $CREDENTIALS");
  expect(shown("Token abc.def.ghi")).toBe("Token $TOKEN");
  expect(hideCredentials({ authorization: "bearer other" }, caller, known).authorization).toBe(
    "bearer $TOKEN",
  );
});
