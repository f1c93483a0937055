// A provider's first try, as it is written in an afternoon: the endpoints work, and little of the behaviour does.
import { randomUUID } from "node:crypto";
import express from "express";
import { listen } from "../../support/listen.ts";

interface Charge {
  id: string;
  [field: string]: unknown;
}

export const accounts = [
  { key: "loja", secret: "segredo-da-loja" },
  { key: "filial", secret: "segredo-da-filial" },
];

/** Starts it. */
export async function startNaive(): Promise<{ url: string } & Disposable> {
  const charges: Charge[] = [];
  const transfers: Charge[] = [];
  const webhooks: Charge[] = [];
  const app = express();
  // Express prints what it fails at, unless it runs in tests.
  app.set("env", "test");
  app.use(express.json());

  app.post("/api/auth", (request, response) => {
    const [key, secret] = atob((request.headers.authorization ?? "").replace("Basic ", "")).split(
      ":",
    );
    const account = accounts.find((one) => one.key === key);
    if (account?.secret !== secret)
      return response.status(401).json({ error: "invalid credentials" });
    return response.json({ token: btoa(`${key}`), expiresIn: 1800 });
  });

  app.use("/api/v1", (request, response, next) => {
    const [, token = ""] = (request.headers.authorization ?? "").split(" ");
    const account = accounts.find(({ key }) => btoa(key) === token);
    if (!account) return response.status(401).json({ error: "unauthorized" });
    return next();
  });

  app.post("/api/v1/pix/in/qrcode", (request, response) => {
    const { amountInCents, customer, description } = request.body;
    if (!amountInCents || !customer)
      return response.status(400).json({ error: "amountInCents and customer are required" });
    const now = new Date();
    const charge = {
      id: `${charges.length + 1}`,
      amount: amountInCents,
      fees: amountInCents * 0.01,
      status: "pending",
      description,
      pix: {
        emv: "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR",
        qrCode: "",
      },
      createdAt: now,
      updatedAt: now,
      expiresAt: new Date(now.getTime() + 3_600_000),
    };
    charges.push(charge);
    return response.status(201).json({ success: true, data: charge });
  });

  app.post("/api/v1/pix/out/pixkey", (request, response) => {
    const { amount, pixKey, description } = request.body;
    if (!amount || !pixKey)
      return response.status(400).json({ error: "amount and pixKey are required" });
    const transfer = {
      id: `${transfers.length + 1}`,
      status: "queued",
      amount,
      fees: 100,
      netAmount: amount - 100,
      pixKey,
      description,
      createdAt: new Date(),
      updatedAt: new Date(),
    };
    transfers.push(transfer);
    return response.json({ success: true, data: transfer });
  });

  app.get("/api/v1/transactions/:id", (request, response) => {
    const found = charges.find(({ id }) => id === request.params.id);
    return found
      ? response.json({ success: true, data: found })
      : response.status(404).send("Not found");
  });
  app.get("/api/v1/transfers/:id", (request, response) => {
    const found = transfers.find(({ id }) => id === request.params.id);
    return found
      ? response.json({ success: true, data: found })
      : response.status(404).send("Not found");
  });

  app.get("/api/v1/webhook", (_request, response) =>
    response.json({ success: true, data: webhooks }),
  );
  app.post("/api/v1/webhook", (request, response) => {
    const webhook = {
      id: randomUUID(),
      secret: randomUUID(),
      createdAt: new Date(),
      ...request.body,
    };
    webhooks.push(webhook);
    response.json({ success: true, data: webhook });
  });
  app.delete("/api/v1/webhook/:id", (request, response) => {
    const at = webhooks.findIndex(({ id }) => id === request.params.id);
    webhooks.splice(at, 1);
    response.json({ success: true });
  });

  return listen(app);
}
