import type { Sandbox } from "../context.ts";
import type { ControlSchemas as Schemas } from "../control-client.ts";
import type { CurrentSettings } from "../settings.ts";
import { makeOperation } from "./operation.ts";

/** How the sandbox behaves where the contract leaves it open. */
export function makeSettingsControl({ settings, storage }: Sandbox) {
  return {
    read: makeOperation("readSettings", async () => view(await settings.refresh())),
    /** Changes what is given, for what happens from now on. @throws {InvalidInputError} */
    change: makeOperation("changeSettings", async (changes) => {
      await settings.change(() => storage.transaction((tx) => settings.write(tx, changes)));
      return view(settings.current);
    }),
  };
}

function view(current: CurrentSettings): Schemas["Settings"] {
  const { clockOffset: _, clockFrozenAt: __, clockMove: ___, hasFaults: ____, ...others } = current;
  return others;
}
