// The lines that install packed packages in another project, for each package manager.
import type { Manifest } from "./packages.ts";

interface Tarball {
  manifest: Manifest;
  /** Its path. */
  tarball: string;
}

export function printInstallation(packed: readonly Tarball[]): string {
  const byName = new Map(packed.map((one) => [one.manifest.name, one]));

  /** A package and the packages of this project that it names as peers. */
  const withPeers = (one: Tarball): Tarball[] => {
    const peers = Object.keys(one.manifest.peerDependencies ?? {});
    return [...peers.flatMap((name) => byName.get(name) ?? []), one];
  };

  /** Peers of others that a package cannot do without, with their ranges. */
  const otherPeers = ({ peerDependencies = {}, peerDependenciesMeta = {} }: Manifest): string[] =>
    Object.entries(peerDependencies)
      .filter(([peer]) => !byName.has(peer) && peerDependenciesMeta[peer]?.optional !== true)
      .map(([peer, range]) => `${peer}@${range}`);

  const installs = packed.map((one) => {
    const { name, bin } = one.manifest;
    const tarballs = withPeers(one).map(({ tarball }) => tarball);
    const command = bin === undefined ? "" : `, then: npx --offline ${name}`;
    return `# ${name}${command}\nnpm install ${tarballs.join(" ")}\n`;
  });
  const yarnPeers = packed.flatMap(({ manifest }) => {
    const peers = otherPeers(manifest);
    return peers.length > 0 ? [`# ${manifest.name}\nyarn add ${peers.join(" ")}\n`] : [];
  });
  return [
    `Packed ${packed.length} packages into packed/. Install them in another project:\n`,
    ...installs,
    "pnpm, Bun and Yarn 1 take the same paths: pnpm add, bun add, yarn add.",
    "Yarn 4 takes them with the name: yarn add @pix-contract/client@file:/path/to/the.tgz",
    "Yarn installs no peers. Add those of the packages that need some:\n",
    ...yarnPeers,
  ].join("\n");
}
