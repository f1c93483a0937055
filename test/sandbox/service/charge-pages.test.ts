import { compactVerify, createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet } from "jose";
import { expect, test } from "vitest";
import { readChargeCode } from "../../../packages/conformance/src/pix/br-code.ts";
import { cancelCharge, payCharge } from "../../../packages/sandbox/src/service/charges.ts";
import { charge, dataOf, noon, openService, type Service } from "../support/service.ts";

async function create(service: Service, fields: object = {}) {
  const { id, pix } = dataOf<{ id: string; pix: { emv: string } }>(
    await service.call("createCharge", { body: { ...charge, ...fields } }),
  );
  return { id, url: `http://${readChargeCode(pix.emv).get("26.25")}`, emv: pix.emv };
}

test("a bank's app reads the charge, signed with a key that it finds behind jku", async () => {
  await using service = await openService();
  const { url } = await create(service, { amountInCents: 5, description: "Pedido 7" });
  await service.setClock(noon + 1_000);
  const answer = await service.fetch(url, { headers: { accept: "application/jose" } });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/jose"]);
  const jws = await answer.text();
  const { jku, alg } = decodeProtectedHeader(jws) as { jku: string; alg: string };
  expect([jku, alg]).toEqual(["http://127.0.0.1:4020/qr/jwks.json", "ES256"]);
  const keys = (await (await service.fetch(jku)).json()) as JSONWebKeySet;
  expect(keys.keys[0]).not.toHaveProperty("d");
  const { payload } = await compactVerify(jws, createLocalJWKSet(keys));
  const { chave, txid, ...read } = JSON.parse(new TextDecoder().decode(payload)) as { chave: string; txid: string };
  expect(read).toEqual({
    revisao: 0,
    calendario: {
      criacao: new Date(noon).toISOString(),
      apresentacao: new Date(noon + 1_000).toISOString(),
      expiracao: 43_200,
    },
    devedor: { cpf: "52998224725", nome: "Maria de Souza" },
    valor: { original: "0.05", modalidadeAlteracao: 0 },
    status: "ATIVA",
    solicitacaoPagador: "Pedido 7",
  });
  expect(chave).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(txid).toMatch(/^[a-zA-Z0-9]{26,35}$/);
});

test("a company pays by its CNPJ, and large amounts keep their centavos", async () => {
  await using service = await openService();
  const customer = { ...charge.customer, documentType: "cnpj", document: "11222333000181" };
  const { url } = await create(service, { amountInCents: 999_999_999, customer });
  const [, payload = ""] = (await (await service.fetch(url)).text()).split(".");
  expect(JSON.parse(Buffer.from(payload, "base64url").toString())).toMatchObject({
    devedor: { cnpj: "11222333000181" },
    valor: { original: "9999999.99" },
  });
});

test("a browser gets a page that loads nothing from elsewhere and takes no text for markup", async () => {
  await using service = await openService();
  const { url, emv } = await create(service, { description: "<img src=x onerror=alert(1)> & 'Cia'" });
  const answer = await service.fetch(url, { headers: { accept: "text/html,application/xhtml+xml,*/*;q=0.8" } });
  expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(answer.headers.get("vary")).toBe("accept");
  const page = await answer.text();
  expect(page).toContain("Loja São João");
  expect(page).toMatch(/R\$\s49,90/);
  expect(page).toContain(emv);
  expect(page).toContain("http://127.0.0.1:4020/_sandbox");
  expect(page).toContain("&lt;img src=x onerror=alert(1)&gt; &amp; &#39;Cia&#39;");
  expect(page.match(/src="(?!data:)/g)).toBeNull();
});

test("a charge that can no longer be paid is gone, an unknown one was never there", async () => {
  await using service = await openService();
  const { transact, sandbox, fetch, setClock } = service;
  const [paid, canceled, expired] = [await create(service), await create(service), await create(service)];
  await transact((tx) => payCharge(tx, sandbox, paid.id));
  await transact((tx) => cancelCharge(tx, sandbox, canceled.id));
  const look = async (url: string, accept = "*/*") => {
    const answer = await fetch(url, { headers: { accept } });
    return [answer.status, answer.headers.get("content-type")?.split(";")[0], await answer.text()] as const;
  };
  for (const { url, id } of [paid, canceled]) {
    expect(await look(url)).toEqual([410, "application/problem+json", expect.stringContaining(id)]);
    expect(await look(url, "text/html")).toEqual([410, "text/html", expect.stringContaining(id)]);
  }
  expect((await look(expired.url))[0]).toBe(200);
  // Nobody has canceled it yet, but its time is over.
  await setClock(noon + 12 * 3_600_000);
  expect((await look(expired.url))[0]).toBe(410);
  for (const location of ["x", "%00", "..%2f..", "x".repeat(5_000)]) {
    expect((await look(`http://sandbox/qr/v2/${location}`))[0], location).toBe(404);
  }
});
