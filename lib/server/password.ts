/** Passwords at rest: scrypt with a salt of their own (RFC 7914). */
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";

/** N, r, p: 64 MiB and about a tenth of a second. Written into each hash, so that they can be raised. */
const COST = { N: 2 ** 16, r: 8, p: 1 } as const;
const MAX_N = 2 ** 20;
const LENGTH = 32;

/** `scrypt$N$r$p$salt$hash`, the last two in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, COST);
  return ["scrypt", COST.N, COST.r, COST.p, salt.toString("base64url"), hash.toString("base64url")].join("$");
}

/** Does the same work without a hash as with one, so that time does not tell whether an account exists. */
export async function isRightPassword(password: string, stored: string | null): Promise<boolean> {
  const parsed = parse(stored ?? NOBODY);
  const hash = await derive(password, parsed.salt, parsed.cost);
  return timingSafeEqual(hash, parsed.hash) && stored !== null;
}

interface Parsed {
  readonly cost: { readonly N: number; readonly r: number; readonly p: number };
  readonly salt: Buffer;
  readonly hash: Buffer;
}

const NOBODY = `scrypt$${COST.N}$${COST.r}$${COST.p}$${"A".repeat(22)}$${"A".repeat(43)}`;

function parse(stored: string): Parsed {
  const [scheme, n, r, p, salt, hash] = stored.split("$");
  const cost = { N: Number(n), r: Number(r), p: Number(p) };
  const bytes = Buffer.from(hash ?? "", "base64url");
  if (scheme !== "scrypt" || !(cost.N > 1 && cost.N <= MAX_N) || bytes.length !== LENGTH) {
    throw new Error("a stored password hash is not readable");
  }
  return { cost, salt: Buffer.from(salt ?? "", "base64url"), hash: bytes };
}

let running = 0;
const waiting: (() => void)[] = [];
/** Each derivation holds 64 MiB and a thread: a flood of sign-ins queues instead. */
const AT_ONCE = 2;

async function derive(password: string, salt: Buffer, cost: Parsed["cost"]): Promise<Buffer> {
  if (running >= AT_ONCE) await new Promise<void>((resume) => waiting.push(resume));
  running += 1;
  try {
    return await scryptBytes(password.normalize("NFC"), salt, { ...cost, maxmem: 256 * cost.N * cost.r });
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

const scryptBytes = (password: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(password, salt, LENGTH, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
