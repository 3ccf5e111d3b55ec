/** What the JavaScript around us does better than JavaScript can: hash fast, and tell a proxy. Both have a portable form. */
import { nobleCrypto } from "../core/crypto-noble";
import { toHex } from "../core/encoding";
import { utf8 } from "../core/json/canonical";

export interface Platform {
  /** Hexadecimal SHA-256 of the UTF-8 bytes of well-formed text. */
  sha256Hex(text: string): string;
  /** Null where nothing tells a proxy by looking at it. */
  readonly isProxy: ((value: object) => boolean) | null;
}

export const PORTABLE: Platform = {
  sha256Hex: (text) => toHex(nobleCrypto.sha256(utf8(text))),
  isProxy: null,
};

/** FIPS 180-2, appendix B.1. */
const ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

interface Realm {
  readonly process?: { getBuiltinModule?(name: string): unknown };
}
interface NodeCrypto {
  hash?(algorithm: string, text: string, encoding: string): string;
}
interface NodeUtil {
  readonly types?: { isProxy?(value: unknown): boolean };
}

/** Node's own where it is Node, asked for by name, because an import would bind us to it. Each part for itself. */
export function platformOf(realm: Realm): Platform {
  try {
    const builtin = (name: string) => realm.process?.getBuiltinModule?.(name);
    const hash = (builtin("crypto") as NodeCrypto | undefined)?.hash;
    const isProxy = (builtin("util") as NodeUtil | undefined)?.types?.isProxy;
    const hashes = typeof hash === "function" && hash("sha256", "abc", "hex") === ABC;
    const tells = typeof isProxy === "function" && isProxy(new Proxy({}, {})) && !isProxy({});
    return {
      sha256Hex: hashes ? (text) => hash("sha256", text, "hex") : PORTABLE.sha256Hex,
      isProxy: tells ? isProxy : null,
    };
  } catch {
    return PORTABLE;
  }
}

export const platform: Platform = platformOf(globalThis as Realm);
