import { basename } from "node:path";
import type { DefaultTheme } from "vitepress";

/** Words that people look for, in English and Portuguese, by the file of the page that they mean. */
const synonyms: Readonly<Record<string, string>> = {
  "operation-createCharge": "createCharge · cobrança · receive · receber",
  "operation-getTransaction": "getTransaction · consultar",
  "operation-createTransfer": "createTransfer · payout · transferência · enviar",
  "operation-getTransfer": "getTransfer · consultar",
  "operation-issueToken": "issueToken · login · autenticação",
  "operation-createWebhook": "createWebhook · registrar webhook",
  "operation-listWebhooks": "listWebhooks · listar webhooks",
  "operation-deleteWebhook": "deleteWebhook · remover webhook",
  "event-transaction_refunded": "refund · devolução · estorno",
  "event-transaction_canceled": "cancel · cancelamento · expired",
  "event-transaction_paid": "payment · pagamento",
  errors: "erros · codes",
  limits: "rate limits · limites",
};

/** The search of the site: the name of a page counts most, and in the search its synonyms are part of its name. */
export const search: NonNullable<DefaultTheme.Config["search"]> = {
  provider: "local",
  options: {
    miniSearch: { searchOptions: { boost: { title: 8, titles: 2, text: 1 }, fuzzy: 0.1, prefix: true } },
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
