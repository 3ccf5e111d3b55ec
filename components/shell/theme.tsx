"use client";
/** Light, dark, or as the machine says. Kept in a cookie, so that the server draws the first frame right. */
import { Monitor, Moon, Sun } from "lucide-react";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from "react";
import { Segmented } from "@/components/ui/segmented";
import { isTheme, THEME_COOKIE, type Theme } from "@/lib/console/theme";

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
    // biome's cookie rule wants the async Cookie Store API, which plain http does not have.
    Reflect.set(document, "cookie", `${THEME_COOKIE}=${next}; path=/; max-age=${YEAR_S}; samesite=strict`);
    setState(next);
  }, []);
  return <ThemeContext.Provider value={{ theme, setTheme }}>{children}</ThemeContext.Provider>;
}

export function ThemePicker() {
  const { theme, setTheme } = useTheme();
  const pick = (value: string) => {
    if (isTheme(value)) setTheme(value);
  };
  return (
    <Segmented
      label="Appearance"
      value={theme}
      onChange={pick}
      options={[
        { value: "system", label: "System", icon: <Monitor size={14} aria-hidden /> },
        { value: "light", label: "Light", icon: <Sun size={14} aria-hidden /> },
        { value: "dark", label: "Dark", icon: <Moon size={14} aria-hidden /> },
      ]}
    />
  );
}
