import type { DefaultTheme } from "vitepress";

/** Words that people look for, in English and Portuguese, by the page that they mean. */
const synonyms: Readonly<Record<string, string>> = {
  "reference/operations/createCharge": "createCharge charge cobrança QR code copia e cola receive receber",
  "reference/operations/getTransaction": "getTransaction charge status cobrança consultar",
  "reference/operations/createTransfer": "createTransfer transfer payout pay transferência pagamento saque enviar",
  "reference/operations/getTransfer": "getTransfer transfer status transferência consultar",
  "reference/operations/issueToken": "issueToken token login auth autenticação credenciais",
  "reference/operations/createWebhook": "createWebhook webhook register registrar notificação",
  "reference/operations/listWebhooks": "listWebhooks webhook listar",
  "reference/operations/deleteWebhook": "deleteWebhook webhook remove remover",
  "reference/notifications/transaction_refunded": "refund estorno devolução reembolso",
  "reference/notifications/transaction_canceled": "cancel cancelar cancelamento expire expirar",
  "reference/notifications/transaction_paid": "paid payment pago pagamento",
  "reference/notifications/transfer_canceled": "cancel cancelar recusada",
  "reference/statuses": "refund estorno devolução cancel cancelar status lifecycle",
  "reference/errors": "error erro code código",
  "reference/limits": "rate limit limite idempotency idempotência",
};

/** The search of the site: a page's name counts most, and its synonyms belong to its name. */
export const search: NonNullable<DefaultTheme.Config["search"]> = {
  provider: "local",
  options: {
    miniSearch: { searchOptions: { boost: { title: 8, titles: 2, text: 1 }, fuzzy: 0.1, prefix: true } },
    _render: (source, env, md) => {
      const html = md.render(source, env);
      const words = synonyms[env.relativePath.replace(/\.md$/, "")];
      return words ? html.replace(/(?=<a class="header-anchor")/, `<span hidden>${words}</span> `) : html;
    },
  },
};
