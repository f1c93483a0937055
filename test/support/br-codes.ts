import { checksum } from "@pix-contract/formats/br-code.ts";

/** Tags and values in the order in which they are written. */
export type Tags = readonly (readonly [tag: string, value: string])[];

/** Writes data objects as they stand, right or wrong, for codes that decoders have to refuse. */
export function writeTlv(tags: Tags): string {
  return tags
    .map(([tag, value]) => `${tag}${String(value.length).padStart(2, "0")}${value}`)
    .join("");
}

/** Closes a code with its correct CRC, so that the CRC is not what a decoder refuses it for. */
export function appendCrc(text: string): string {
  return `${text}6304${checksum(`${text}6304`)}`;
}

/** Value of tag 26 of a dynamic charge. */
export function accountOf(url: string): string {
  return writeTlv([
    ["00", "br.gov.bcb.pix"],
    ["25", url],
  ]);
}

/** Tags of a correct dynamic charge, without the CRC. */
export const chargeTags: Tags = [
  ["00", "01"],
  ["01", "12"],
  ["26", accountOf("pix.example.com/8b3da2f39a4140d1a91abd93113bd441")],
  ["52", "0000"],
  ["53", "986"],
  ["58", "BR"],
  ["59", "Fulano de Tal"],
  ["60", "BRASILIA"],
  ["62", "0503***"],
];

/** A sealed charge whose tags are replaced, added (in tag order) or, with undefined, left out. */
export function chargeWith(changes: Readonly<Record<string, string | undefined>>): string {
  const merged = new Map<string, string | undefined>([...chargeTags, ...Object.entries(changes)]);
  const tags = [...merged].flatMap(([tag, value]) =>
    value === undefined ? [] : [[tag, value] as const],
  );
  return appendCrc(writeTlv(tags.toSorted(([left], [right]) => left.localeCompare(right))));
}
