// Prism reads credentials differently from HTTP: it splits Basic credentials at every colon, accepts invalid Base64, and
// requires `Bearer` with this capitalization. It gets a header that it reads correctly.

const basicPattern = /^basic +([a-z0-9+/]+={0,2}) *$/i;

/** The `Authorization` header to show to Prism in place of the one that came. */
export function credentialsForPrism(header: string): string {
  if (!/^basic\b/i.test(header)) return header.replace(/^bearer +(?=\S)/i, "Bearer ");
  return basicFault(header) ? "Basic" : `Basic ${btoa("key:secret")}`;
}

/** Why an `Authorization` header is refused, as causes of errors: the closest first, then those that stand in for it. */
export function credentialsCauses(header: string | undefined): string[] {
  if (header === undefined) return ["credentials-missing"];
  return [
    basicFault(header) ?? "credentials-malformed",
    "credentials-invalid",
    "credentials-missing",
  ];
}

function basicFault(header: string): "credentials-malformed" | "credentials-invalid" | undefined {
  const [, encoded = ""] = header.match(basicPattern) ?? [];
  const [, key, secret] =
    Buffer.from(encoded, "base64")
      .toString()
      .match(/^([^:]*):(.*)$/s) ?? [];
  if (key === undefined) return "credentials-malformed";
  // An empty key or secret is well-formed, but belongs to no account.
  return key === "" || secret === "" ? "credentials-invalid" : undefined;
}
