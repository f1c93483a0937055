import { basename } from "node:path";
import type { DefaultTheme } from "vitepress";
import { processTerm } from "./theme/search-words.ts";

/** Words that people look for, in English and Portuguese, by the file of the page that they mean. */
const synonyms: Readonly<Record<string, string>> = {
  "operation-createCharge": "createCharge · cobrança · cobrar · receive · QR code",
  "operation-getTransaction": "getTransaction · consultar",
  "operation-createTransfer": "createTransfer · payout · transferência · enviar · chave PIX",
  "operation-getTransfer": "getTransfer · consultar",
  "operation-issueToken": "issueToken · login · autenticação",
  "operation-createWebhook": "createWebhook · registrar webhook",
  "operation-listWebhooks": "listWebhooks · listar webhooks",
  "operation-deleteWebhook": "deleteWebhook · remover webhook",
  "resource-webhooks": "webhook",
  "event-transaction_refunded": "refund · devolução · estorno · reembolso",
  "event-transaction_canceled": "cancel · cancelamento · expired · expirada",
  "event-transaction_paid": "payment · pagamento · payer · pagador",
  errors: "erros · codes",
  limits: "rate limits · limite · limites",
  notifications: "notificação · notificações · callback",
};

/**
 * Plugin: the Portuguese pages have the index of all pages, as the reference is in English. VitePress makes an index for each
 * folder of a language; the folder of these pages has another name, so all are in one.
 */
export const shareIndex = {
  name: "share-index",
  transform: (code: string, id: string) =>
    id.endsWith("@localSearchIndex")
      ? code.replace("export default {", '$&"pt": () => import("@localSearchIndexroot"),')
      : undefined,
};

const miniSearch = {
  searchOptions: { boost: { title: 8, titles: 2, text: 1 }, fuzzy: 0.1, prefix: true },
};
// Not to be listed: what is, VitePress sends to the browser.
Object.defineProperty(miniSearch, "options", { value: { processTerm } });

/** The search of the site: the name of a page counts most, and in the search its synonyms are part of its name. */
export const search: NonNullable<DefaultTheme.Config["search"]> = {
  provider: "local",
  options: {
    miniSearch,
    locales: {
      pt: {
        translations: {
          button: { buttonText: "Buscar", buttonAriaLabel: "Buscar na documentação" },
          modal: {
            noResultsText: "Nada encontrado para",
            resetButtonTitle: "Limpar a busca",
            footer: { selectText: "abrir", navigateText: "mover", closeText: "fechar" },
          },
        },
      },
    },
    _render: (source, env, md) => {
      const html = md.render(source, env);
      const words = synonyms[basename(env.relativePath, ".md")];
      return words ? html.replace(/(?=<a class="header-anchor")/, ` · ${words} `) : html;
    },
  },
};
