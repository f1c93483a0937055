/** Whether a request says once and in order which host it is for; none at all is let pass, as HTTP/1.0 has none. */
export function isGoodHost(rawHeaders: readonly string[]): boolean {
  let host: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (name.length !== 4 || name.toLowerCase() !== "host") continue;
    if (host !== undefined) return false;
    host = rawHeaders[index + 1] as string;
  }
  return host === undefined || isHost(host);
}

let lastGood = "";

/** Whether a text is a host with or without a port. Source: RFC 9110, section 7.2; RFC 3986, section 3.2.2. */
export function isHost(text: string): boolean {
  // Mostly the same as before.
  if (text === lastGood) return true;
  const isGood = /^(?:\[[0-9a-f:.]+\]|[\w.~%!$&'()*+,;=-]*)(?::\d*)?$/i.test(text) && !text.includes(",");
  if (isGood) lastGood = text;
  return isGood;
}
