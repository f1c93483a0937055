import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { listen } from "../../support/listen.ts";
import { run } from "./run.ts";

/**
 * A registry, as npm asks for it, of one package in two versions: an installed one as 1.0.0, and with a changed document
 * as 1.1.0.
 *
 * @param installed folder of the package
 * @param folder where the tarballs are made
 */
export async function serveTwoVersions(
  installed: string,
  folder: string,
  change: (document: string) => string,
): Promise<AsyncDisposable & { url: string }> {
  const { name } = JSON.parse(await readFile(join(installed, "package.json"), "utf8")) as {
    name: string;
  };
  const tarballs = new Map([
    ["1.0.0", await packAs("1.0.0", (document) => document)],
    ["1.1.0", await packAs("1.1.0", change)],
  ]);
  const { url, close } = await listen((request, response) => {
    const path = decodeURIComponent(request.url ?? "");
    const tarball = tarballs.get(/^\/([\d.]+)\.tgz$/.exec(path)?.[1] ?? "");
    if (tarball) return void response.end(tarball);
    if (path !== `/${name}`)
      return void response.writeHead(404, { "content-type": "application/json" }).end("{}");
    const versions = [...tarballs.keys()].map((version) => [
      version,
      { name, version, dist: { tarball: `${url}/${version}.tgz` } },
    ]);
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify({
        name,
        "dist-tags": { latest: "1.1.0" },
        versions: Object.fromEntries(versions),
      }),
    );
  });
  return { url, [Symbol.asyncDispose]: async () => close() };

  async function packAs(version: string, edit: (document: string) => string): Promise<Buffer> {
    const copy = join(folder, version);
    await mkdir(copy, { recursive: true });
    await cp(installed, copy, { recursive: true });
    const manifest = JSON.parse(await readFile(join(copy, "package.json"), "utf8")) as object;
    await writeFile(
      join(copy, "package.json"),
      JSON.stringify({ ...manifest, version, scripts: {} }),
    );
    const document = await readFile(join(copy, "openapi.yaml"), "utf8");
    await writeFile(join(copy, "openapi.yaml"), edit(document));
    await run("npm", ["pack", "--pack-destination", folder], copy);
    return readFile(join(folder, `${name.replace("@", "").replace("/", "-")}-${version}.tgz`));
  }
}
