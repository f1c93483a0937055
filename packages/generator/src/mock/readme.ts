import type { Contract } from "../../../contract/src/model.ts";
import { projectWord } from "../names.ts";
import { literal } from "../print-code.ts";
import type { Project } from "../project.ts";
import { fillTemplate } from "../template.ts";
import { sampleError } from "./sample-error.ts";

/** The README of the mock's package. */
export function printReadme(project: Project, contract: Contract): string {
  const { operation, status, authorization } = sampleError(contract) ?? {};
  const headers = { ...(authorization && { Authorization: authorization }), Prefer: `code=${status ?? 404}` };
  return fillTemplate("mock.md", {
    name: `@${project.name}/mock`,
    command: `${projectWord(project)}-mock`,
    path: operation?.path ?? "/",
    headers: literal(headers),
  });
}
