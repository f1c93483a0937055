import Stripe from "stripe";
import { body, expectTransfer } from "./calls.js";

export function makeCalls(url) {
  const { hostname: host, port } = new URL(url);
  const stripe = new Stripe("sk_test_1", { host, port: Number(port), protocol: "http" });
  return {
    get: async () => expectTransfer(await stripe.transfers.retrieve("trf_1")),
    async create() {
      const { amount, description, pixKey } = body;
      const given = { amount, description, destination: pixKey, currency: "brl" };
      // It makes a key by itself, since it repeats.
      expectTransfer(await stripe.transfers.create(given));
    },
  };
}
