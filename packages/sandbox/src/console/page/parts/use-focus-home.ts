import { useLayoutEffect, useRef } from "preact/hooks";

/**
 * Gives the focus a place when the button that has it goes, as it often does after its action: the heading or the row
 * around it, not the start of the page.
 */
export function useFocusHome() {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const element = button.current;
    return () => {
      if (!element || document.activeElement !== element) return;
      const homes: Element[] = [];
      for (let at: Element | null = element; at; at = at.parentElement)
        if (at.matches("[data-focus-home]")) homes.push(at);
      requestAnimationFrame(() => {
        const home = homes.find(({ isConnected }) => isConnected);
        home?.querySelector<HTMLElement>("[data-focus-here]")?.focus();
      });
    };
  }, []);
  return button;
}
