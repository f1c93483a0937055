import { withWaits } from "../../../generated/client/src/waits.ts";
import { setUp } from "./client.ts";

/** The same server and client, with waits. */
export async function setUpWaits(...given: Parameters<typeof setUp>) {
  const { pix, ...others } = await setUp(...given);
  return { ...others, pix: withWaits(pix) };
}
