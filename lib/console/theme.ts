/** The appearance that a person chose, as the cookie holds it. */

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export const THEME_COOKIE = "appearance";

export const isTheme = (value: unknown): value is Theme => (THEMES as readonly unknown[]).includes(value);

/** Runs before the first paint where the cookie says "system", which only the browser can resolve. */
export const SYSTEM_THEME_SCRIPT =
  'document.documentElement.dataset.theme=matchMedia("(prefers-color-scheme: dark)").matches?"dark":"light"';
