import type { Theme } from "vitepress";
import DefaultTheme from "vitepress/theme";
import { h } from "vue";
import CallPanel from "./CallPanel.vue";
import FigureCharts from "./FigureCharts.vue";
import "./style.css";

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { "doc-before": () => h(CallPanel) }),
  enhanceApp: ({ app }) => void app.component("FigureCharts", FigureCharts),
} satisfies Theme;
