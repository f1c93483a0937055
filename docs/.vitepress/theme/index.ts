import { onContentUpdated, type Theme } from "vitepress";
import DefaultTheme from "vitepress/theme-without-fonts";
import { h } from "vue";
import CallPanel from "./CallPanel.vue";
import FigureCharts from "./FigureCharts.vue";
import { leadToLanguage, translateLabels } from "./language.ts";
import NotFound from "./NotFound.vue";
import { useSearchWords } from "./search-words.ts";
import "./style.css";

/** Roles of tables: some browsers drop them where rows are shown as cards. In the page itself they would triple its script. */
const roles = {
  table: "table",
  "thead, tbody": "rowgroup",
  tr: "row",
  th: "columnheader",
  td: "cell",
};

function nameRoles(): void {
  for (const [selector, role] of Object.entries(roles)) {
    for (const element of document.querySelectorAll(`.vp-doc :is(${selector})`))
      element.setAttribute("role", role);
  }
}

export default {
  extends: DefaultTheme,
  setup: () =>
    onContentUpdated(() => {
      nameRoles();
      translateLabels(document, location.pathname.startsWith("/pt/"));
    }),
  Layout: () => h(DefaultTheme.Layout, null, { "not-found": () => h(NotFound) }),
  enhanceApp: ({ app, router, siteData }) => {
    leadToLanguage(router);
    app.component("FigureCharts", FigureCharts).component("CallPanel", CallPanel);
    useSearchWords(siteData.value.themeConfig);
  },
} satisfies Theme;
