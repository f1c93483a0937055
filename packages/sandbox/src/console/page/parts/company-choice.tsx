import { control, take } from "../state/control.ts";
import { words } from "../state/language.ts";
import { useLive } from "../state/use-live.ts";
import { Choice } from "./field.tsx";

/** Chooses a company; nothing where there is only one. */
export function CompanyChoice() {
  const { value } = useLive("companies", () => take(control.GET("/companies")));
  if (!value || value.items.length < 2) return null;
  // The oldest is the one that is there from the start.
  const options = value.items.map(({ id, name }) => [id, name] as const).reverse();
  return <Choice label={words.value.company} name="companyId" options={options} />;
}
