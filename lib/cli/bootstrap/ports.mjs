/** Says early and plainly that a port is taken, before a minute of setup was spent. */
import { createServer } from "node:net";

/**
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
}

/** @param {"PORT" | "GUARDIAN_PORT"} name @param {number} fallback */
function portFrom(name, fallback) {
  const text = process.env[name];
  const port = text === undefined || text === "" ? fallback : Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65536) return port;
  throw new Error(`${name}=${text} is no port number (1 to 65535).`);
}

/** @returns {Promise<void>} rejects naming the port and the variable that changes it */
export async function requireFreePorts() {
  const wanted = [
    { name: "PORT", port: portFrom("PORT", 3000), what: "the console" },
    { name: "GUARDIAN_PORT", port: portFrom("GUARDIAN_PORT", 8787), what: "the Guardian" },
  ];
  if (wanted[0].port === wanted[1].port) throw new Error("PORT and GUARDIAN_PORT must differ.");
  for (const { name, port, what } of wanted) {
    if (await isFree(port)) continue;
    throw new Error(
      `Port ${port}, where ${what} would listen, is taken. Is it running already? Otherwise choose another with ${name}=…`,
    );
  }
}
