import { basename } from "node:path";
import type { DefaultTheme } from "vitepress";
import { processTerm, searchFields } from "./theme/search-words.ts";

/** Words that people look for, in English and Portuguese, by the file of the page that they mean. */
const synonyms: Readonly<Record<string, string>> = {
  "operation-createCharge":
    "createCharge · cobrança · cobrar · receive · QR code · copia e cola · BR Code",
  "operation-getTransaction": "getTransaction · consultar",
  "operation-createTransfer":
    "createTransfer · payout · payment · duplicate payment · transferência · enviar · chave PIX",
  "operation-getTransfer": "getTransfer · consultar",
  "operation-issueToken": "issueToken · login · autenticação",
  "operation-createWebhook": "createWebhook · registrar · cadastrar",
  "operation-listWebhooks": "listWebhooks · listar",
  "operation-deleteWebhook": "deleteWebhook · remover",
  "resource-webhooks": "webhook webhooks",
  "event-transaction_refunded": "refund · devolução · estorno · reembolso",
  "event-transaction_canceled": "cancel · cancelamento · expired · expirada",
  "event-transaction_paid": "payment · pagamento · payer · pagador",
  errors: "erros · codes",
  limits: "rate limits · limite · limites · throttling · 429 · too many requests",
  notifications: "notificação · notificações · callback · assinatura · signature · retry",
  client: "receive · receber · install",
  "client-transfers":
    "duplicate payment · pay twice · double payment · timeout · idempotency key · chave de idempotência · pagamento duplicado",
  "client-notifications": "callback · signature · assinatura · notificação",
  "client-production": "timeout · retry · token · 429 · rate limit · proxy · mTLS · certificate",
  "client-tests": "testing · mock · msw · networkError · testes",
  "client-outcomes": "timeout · duplicate payment · 502 · 500 · connection reset",
  "server-stores":
    "idempotency · duplicate payment · database · PostgreSQL · Redis · banco de dados",
  "server-hosts": "Express · Fastify · Hono · NestJS · Bun · Deno · Workers",
  "sandbox-tests": "unit tests · CI · vitest · jest · testes",
  "sandbox-triggers": "errors on demand · magic values · simulate · simular · gatilhos",
  "going-live": "production · produção · homologação · checklist",
  troubleshooting: "error · erro · timeout · problem · problema · certificate · ECONNREFUSED",
  glossary: "estorno · devolução · refund · txid · E2E · DICT · copia e cola",
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
  searchOptions: { boost: { title: 8, words: 8, titles: 2, text: 1 }, fuzzy: 0.1, prefix: true },
};
// Not to be listed: what is, VitePress sends to the browser.
Object.defineProperty(miniSearch, "options", {
  value: { processTerm, fields: searchFields, extractField: readField },
});

/** A section of a page, as it is indexed. */
interface Section {
  id: string;
  title?: string;
  titles: string[];
  text?: string;
}

/** A field of a section; `words` of the first one of a page are the synonyms of the page. */
function readField(section: Section, field: string): unknown {
  if (field !== "words") return section[field as keyof Section];
  const name = basename(section.id.replace(/#.*$/, "")).replace(/\.(?:html|md)$/, "");
  return section.titles.length === 0 ? (synonyms[name] ?? "") : "";
}

/** The search of the site: the name of a page and its synonyms count most. */
export const search: NonNullable<DefaultTheme.Config["search"]> = {
  provider: "local",
  options: {
    miniSearch,
    // An excerpt under each title.
    detailedView: true,
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
  },
};
