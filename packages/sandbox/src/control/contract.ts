type Contract = typeof import("../../../../generated/control/operations.js");

let loading: Promise<Contract> | undefined;

/** The control plane's own contract, loaded with its first call: a sandbox starts without it. */
export function loadContract(): Promise<Contract> {
  loading ??= import("../../../../generated/control/operations.js");
  return loading;
}
