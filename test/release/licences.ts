import { run } from "../packages/support/run.ts";

/** Licences that ask for no more than to be named. */
const free =
  /^(MIT|MIT-0|ISC|BSD-2-Clause|BSD-3-Clause|0BSD|Apache-2\.0|BlueOak-1\.0\.0|CC0-1\.0|Unlicense|Python-2\.0|CC-BY-4\.0|WTFPL)$/;

interface Bom {
  components: {
    name: string;
    version: string;
    licenses?: { license?: { id?: string; name?: string }; expression?: string }[];
  }[];
}

/**
 * Makes the list of everything that a project got with what it installed (`npm sbom`), and returns what in it has a
 * licence that is not free to ship, or none.
 *
 * @param folder project that installed a package and nothing else
 */
export async function checkLicences(folder: string): Promise<{ count: number; found: string[] }> {
  const said = await run("npm", ["sbom", "--sbom-format", "cyclonedx"], folder);
  const { components } = JSON.parse(said) as Bom;
  const found = components.flatMap(({ name, version, licenses = [] }) => {
    const names = licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name ?? "none");
    const isFree = names.length > 0 && names.every(mayShip);
    return isFree ? [] : [`${name}@${version}: ${names.join(", ") || "no licence"}`];
  });
  return { count: components.length, found };
}

/** One free licence of several to choose from is enough; of several at once each has to be free. */
function mayShip(expression: string): boolean {
  const plain = expression.replaceAll(/[()]/g, "");
  return plain.split(" OR ").some((choice) => choice.split(" AND ").every((part) => free.test(part.trim())));
}
