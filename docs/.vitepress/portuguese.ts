import type { DefaultTheme } from "vitepress";

/** The words around a page in Portuguese. */
export const portuguese: DefaultTheme.Config = {
  nav: [
    { text: "Guias", link: "/pt/guides/start", activeMatch: "^/pt/guides/" },
    { text: "Referência da API (inglês)", link: "/reference/" },
    { text: "Todos os guias (inglês)", link: "/guides/start" },
  ],
  outline: { level: [2, 3], label: "Nesta página" },
  docFooter: { prev: "Anterior", next: "Próxima" },
  darkModeSwitchLabel: "Aparência",
  lightModeSwitchTitle: "Mudar para o tema claro",
  darkModeSwitchTitle: "Mudar para o tema escuro",
  sidebarMenuLabel: "Menu",
  returnToTopLabel: "Voltar ao topo",
  langMenuLabel: "Mudar de idioma",
  skipToContentLabel: "Ir para o conteúdo",
};
