/** The document: language, fonts, appearance from the cookie, nothing else. */
import "@fontsource-variable/inter/wght.css";
import "@fontsource-variable/jetbrains-mono/wght.css";
import "./globals.css";
import type { Metadata, Viewport } from "next";
import { cookies, headers } from "next/headers";
import type { ReactNode } from "react";
import { StyleNonce } from "@/components/shell/style-nonce";
import { ThemeProvider } from "@/components/shell/theme";
import { isTheme, SYSTEM_THEME_SCRIPT, THEME_COOKIE } from "@/lib/console/theme";

export const metadata: Metadata = {
  title: { default: "Guardian Console", template: "%s · Guardian Console" },
  robots: { index: false, follow: false },
};

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  viewportFit: "cover",
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const chosen = (await cookies()).get(THEME_COOKIE)?.value;
  const theme = isTheme(chosen) ? chosen : "system";
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  return (
    <html lang="en" data-theme={theme === "dark" ? "dark" : "light"} suppressHydrationWarning>
      <body className="bg-canvas text-ink">
        {theme === "system" ? (
          <script nonce={nonce} suppressHydrationWarning>
            {SYSTEM_THEME_SCRIPT}
          </script>
        ) : null}
        <StyleNonce nonce={nonce} />
        <ThemeProvider initial={theme}>{children}</ThemeProvider>
      </body>
    </html>
  );
}
