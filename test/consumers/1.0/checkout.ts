// A shop: charges a customer, shows the QR code and waits for the payment.
import {
  type ChargeRequest,
  createPixClient,
  type PixClient,
  type Transaction,
} from "@pix-contract/client";
import { formatAmount, imageDataUrl } from "@pix-contract/client/helpers";
import {
  type PixWaits,
  WaitEndedError,
  WaitTimeoutError,
  withWaits,
} from "@pix-contract/client/waits";

export interface Order {
  id: string;
  total: number;
  buyer: { name: string; email: string; cpf: string };
  note?: string;
}

function toCharge(order: Order): ChargeRequest {
  const { name, email, cpf } = order.buyer;
  return {
    amountInCents: order.total,
    customer: { name, email, documentType: "cpf", document: cpf },
    description: order.note,
    items: [
      { title: `Order ${order.id}`, tangible: true, quantity: 1, amountInCents: order.total },
    ],
  };
}

async function waitForPayment(
  pix: PixClient & PixWaits,
  id: string,
): Promise<Transaction | undefined> {
  try {
    return await pix.transactions.waitUntilPaid(id, { timeout: 20_000, firstInterval: 20 });
  } catch (error) {
    if (error instanceof WaitTimeoutError || error instanceof WaitEndedError) return undefined;
    throw error;
  }
}

export async function main(baseUrl: string): Promise<string> {
  const pix = withWaits(createPixClient({ baseUrl, apiKey: "shop-key", apiSecret: "shop-secret" }));
  const order: Order = {
    id: "1042",
    total: 4990,
    buyer: {
      name: "Maria Aparecida de Souza",
      email: "maria.souza@example.com",
      cpf: "52998224725",
    },
  };
  const charge = await pix.transactions.create(toCharge(order));
  const image = imageDataUrl(charge.pix.qrCode);
  const paid = await waitForPayment(pix, charge.id);
  const payer = paid?.pix?.payerInfo?.name ?? "nobody";
  return `${formatAmount(order.total)} ${image.slice(0, 15)} ${paid?.status} ${payer}`;
}
