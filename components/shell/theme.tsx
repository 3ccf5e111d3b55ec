"use client";
/** Light, dark, or as the machine says. Kept in a cookie, so that the server draws the first frame right. */
import { Monitor, Moon, Sun } from "lucide-react";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from "react";
import { MenuChoice } from "@/components/ui/menu";
import { Segmented } from "@/components/ui/segmented";
import { THEME_COOKIE, type Theme } from "@/lib/console/theme";

interface ThemeControl {
  theme: Theme;
  setTheme: (theme: Theme) => void;
}

const ThemeContext = createContext<ThemeControl>({ theme: "system", setTheme: () => undefined });

export const useTheme = () => useContext(ThemeContext);

const DARK = "(prefers-color-scheme: dark)";
const YEAR_S = 31_536_000;

export function ThemeProvider({ initial, children }: { initial: Theme; children: ReactNode }) {
  const [theme, setState] = useState<Theme>(initial);
  useEffect(() => {
    const media = window.matchMedia(DARK);
    const apply = () => {
      const dark = theme === "dark" || (theme === "system" && media.matches);
      document.documentElement.dataset.theme = dark ? "dark" : "light";
    };
    apply();
    media.addEventListener("change", apply);
    return () => media.removeEventListener("change", apply);
  }, [theme]);
  const setTheme = useCallback((next: Theme) => {
    // The Cookie Store API does not exist on plain http.
    Reflect.set(document, "cookie", `${THEME_COOKIE}=${next}; path=/; max-age=${YEAR_S}; samesite=strict`);
    setState(next);
  }, []);
  return <ThemeContext.Provider value={{ theme, setTheme }}>{children}</ThemeContext.Provider>;
}

const OPTIONS = [
  { value: "system", label: "System", icon: <Monitor size={16} aria-hidden /> },
  { value: "light", label: "Light", icon: <Sun size={16} aria-hidden /> },
  { value: "dark", label: "Dark", icon: <Moon size={16} aria-hidden /> },
] as const;

/** The same choice inside a menu. */
export function ThemeChoice() {
  const { theme, setTheme } = useTheme();
  return <MenuChoice label="Appearance" value={theme} onChange={setTheme} options={OPTIONS} />;
}

export function ThemePicker() {
  const { theme, setTheme } = useTheme();
  return <Segmented label="Appearance" value={theme} onChange={setTheme} options={OPTIONS} />;
}
