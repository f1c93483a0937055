import type { Sandbox } from "../context.ts";
import type { StoredSettings } from "../settings.ts";
import { checkInput } from "./check-input.ts";
import type { SettingsChange, SettingsView } from "./types.ts";

/** How the sandbox behaves where the contract leaves it open. */
export interface SettingsControl {
  read(): Promise<SettingsView>;
  /** Changes what is given, for what happens from now on. @throws {InvalidInputError} */
  change(changes: SettingsChange): Promise<SettingsView>;
}

export function makeSettingsControl({ settings, storage }: Sandbox): SettingsControl {
  return {
    read: async () => view(await settings.refresh()),
    change: async (changes) => {
      await checkInput("changeSettings", { body: changes });
      await settings.change(() => storage.transaction((tx) => settings.write(tx, changes)));
      return view(settings.current);
    },
  };
}

function view({ clockOffset: _, clockFrozenAt: __, clockMove: ___, ...others }: StoredSettings): SettingsView {
  return others;
}
