import { language } from "../state/language.ts";
import { errorConditions } from "../words/error-conditions.ts";
import { inLanguage } from "../words/translate.ts";
import { Prose } from "./prose.tsx";

/** What a trigger does: in Portuguese where the console has it, else the contract's own sentence, which is in English. */
export function TriggerText({ code, description }: { code?: string | undefined; description: string }) {
  if (language.value !== "pt-BR") return <Prose text={description} />;
  const translated = code === undefined ? inLanguage(description) : errorConditions[code];
  return translated === undefined || translated === description ? (
    <Prose text={description} />
  ) : (
    <span>{translated}</span>
  );
}
