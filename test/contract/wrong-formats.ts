/** Values that a pattern lets through, or that have none, and that break the meaning of a format. */
export const wrongFormats: Record<string, string[]> = {
  email: ["maria.souza", "maria@", "@example.com"],
  cpf: ["52998224726", "11111111111"],
  cnpj: ["11222333000182", "00000000000000"],
  "pix-phone": ["+5511", "+556132345678"],
  "pix-email": ["Fulano@example.com"],
  uuid: ["123E4567-E12B-12D1-A456-426655440000"],
  "https-url": ["http://shop.example.com/pix", "ftp://shop.example.com", "shop.example.com"],
};
