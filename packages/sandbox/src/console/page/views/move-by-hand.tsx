import { useId } from "preact/hooks";
import { announce } from "../parts/announce.tsx";
import { problemText } from "../parts/problem.tsx";
import { changes } from "../state/connection.ts";
import { control, take } from "../state/control.ts";
import { words } from "../state/language.ts";
import { useLive } from "../state/use-live.ts";

/** Milliseconds that a transfer takes where it moves by itself again. */
const usualSteps = { queued: 500, processing: 1_000 };

/** Chooses whether new transfers move by themselves or wait to be moved here. */
export function MoveByHand() {
  const id = useId();
  const { value } = useLive("settings", () => take(control.GET("/settings")));
  const { moveByHand, moveByHandHint, movedByHand, movedBySelf } = words.value;
  const isByHand = value?.transferSteps.queued === null;
  const choose = async (byHand: boolean): Promise<void> => {
    const transferSteps = byHand ? { queued: null, processing: null } : usualSteps;
    try {
      await take(control.PATCH("/settings", { body: { transferSteps } }));
      announce(byHand ? movedByHand : movedBySelf);
    } catch (error) {
      announce(problemText(error));
    }
    changes.value++;
  };
  return (
    <label class="check" for={id} title={moveByHandHint}>
      <input
        id={id}
        type="checkbox"
        checked={isByHand}
        onChange={(event) => void choose(event.currentTarget.checked)}
      />
      {moveByHand}
    </label>
  );
}
