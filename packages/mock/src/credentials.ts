// Prism judges credentials otherwise than HTTP does: it splits Basic credentials at every colon, takes for Base64 what is
// not, and wants `Bearer` in this very case. So it is shown a header that it judges right.

const basic = /^basic +([a-z0-9+/]+={0,2}) *$/i;

/** The `Authorization` header to show to Prism in place of the one that came. */
export function credentialsForPrism(header: string): string {
  if (!/^basic\b/i.test(header)) return header.replace(/^bearer +(?=\S)/i, "Bearer ");
  return basicFault(header) ? "Basic" : `Basic ${btoa("key:secret")}`;
}

/** Why an `Authorization` header is refused, as causes of errors: the closest first, then what stands in for it. */
export function credentialsCauses(header: string | undefined): string[] {
  if (header === undefined) return ["credentials-missing"];
  return [basicFault(header) ?? "credentials-malformed", "credentials-invalid", "credentials-missing"];
}

function basicFault(header: string): "credentials-malformed" | "credentials-invalid" | undefined {
  const [, encoded = ""] = header.match(basic) ?? [];
  const [, key, secret] =
    Buffer.from(encoded, "base64")
      .toString()
      .match(/^([^:]*):(.*)$/s) ?? [];
  if (key === undefined) return "credentials-malformed";
  // Credentials of which one is empty can be read, and are nobody's.
  return key === "" || secret === "" ? "credentials-invalid" : undefined;
}
