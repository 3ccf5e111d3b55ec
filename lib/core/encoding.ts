/** Hex and base64 that accept exactly one spelling of every byte string (RFC 4648 §3.5). */

const HEX = "0123456789abcdef";
const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const BASE64_URL = `${BASE64.slice(0, 62)}-_`;

const DIGEST = /^[0-9a-f]{64}$/;

/** True for 64 lowercase hex digits, the only way ACS writes a digest (W§1). */
export const isDigest = (value: unknown): value is string => typeof value === "string" && DIGEST.test(value);

/** Lowercase hex. */
export function toHex(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += HEX.charAt(byte >> 4) + HEX.charAt(byte & 15);
  return text;
}

/** Bytes of lowercase hex, null for anything else. */
export function fromHex(text: string): Uint8Array | null {
  if (text.length % 2 !== 0 || !/^[0-9a-f]*$/.test(text)) return null;
  const bytes = new Uint8Array(text.length / 2);
  for (let i = 0; i < bytes.length; i += 1) bytes[i] = Number.parseInt(text.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}

function encode(bytes: Uint8Array, alphabet: string): string {
  let text = "";
  for (let i = 0; i < bytes.length; i += 3) {
    const [a = 0, b = 0, c = 0] = bytes.subarray(i, i + 3);
    const group = (a << 16) | (b << 8) | c;
    const digits = Math.min(4, bytes.length - i + 1);
    for (let d = 0; d < digits; d += 1) text += alphabet.charAt((group >> (18 - 6 * d)) & 63);
  }
  return text;
}

/** Standard base64 with padding. */
export function toBase64(bytes: Uint8Array): string {
  const text = encode(bytes, BASE64);
  return text + "=".repeat((4 - (text.length % 4)) % 4);
}

/** base64url without padding, as JOSE writes it. */
export function toBase64Url(bytes: Uint8Array): string {
  return encode(bytes, BASE64_URL);
}

function decode(text: string, alphabet: string): Uint8Array {
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let group = 0;
  let bits = 0;
  let at = 0;
  for (const letter of text) {
    group = ((group << 6) | alphabet.indexOf(letter)) & 0xffffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[at] = (group >> bits) & 0xff;
      at += 1;
    }
  }
  return bytes.subarray(0, at);
}

/** Bytes of canonical standard base64 with padding: what re-encodes to the very same text. Null for anything else. */
export function fromBase64Strict(text: string): Uint8Array | null {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null;
  const bytes = decode(text.replace(/=+$/, ""), BASE64);
  return toBase64(bytes) === text ? bytes : null;
}

/** Bytes of canonical base64url without padding, null for anything else. */
export function fromBase64UrlStrict(text: string): Uint8Array | null {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) return null;
  const bytes = decode(text, BASE64_URL);
  return toBase64Url(bytes) === text ? bytes : null;
}
