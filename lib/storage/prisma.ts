/** The console's way to the database: Prisma over the pg driver. */
import { PrismaPg } from "@prisma/adapter-pg";
import { PrismaClient } from "../../prisma/generated/client";

export type { PrismaClient } from "../../prisma/generated/client";

/** Connects at first use; end with `$disconnect()`. */
export function prismaClient(url: string, options: { readonly max?: number } = {}): PrismaClient {
  const adapter = new PrismaPg(
    { connectionString: url, max: options.max ?? 10, connectionTimeoutMillis: 5_000, application_name: "console" },
    { onPoolError: () => undefined, onConnectionError: () => undefined },
  );
  return new PrismaClient({ adapter });
}
