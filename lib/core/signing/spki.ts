/** SubjectPublicKeyInfo (RFC 5280) for P-256 points and RSA keys, in the one DER encoding that each key has. */

const bytes = (hex: string): Uint8Array => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** Up to the point: id-ecPublicKey with prime256v1, a bit string of 66 bytes without unused bits. */
const P256_PREFIX = bytes("3059301306072a8648ce3d020106082a8648ce3d030107034200");
/** AlgorithmIdentifier of rsaEncryption with NULL parameters. */
const RSA_ALGORITHM = bytes("300d06092a864886f70d0101010500");

export const P256_SPKI_BYTES = P256_PREFIX.length + 65;

const startsWith = (whole: Uint8Array, start: Uint8Array): boolean => start.every((byte, at) => whole[at] === byte);

/** The 64 bytes of x and y, null for anything but an uncompressed P-256 point in its SPKI. Not tested for the curve. */
export function pointOfSpki(spki: Uint8Array): { readonly x: Uint8Array; readonly y: Uint8Array } | null {
  if (spki.length !== P256_SPKI_BYTES || !startsWith(spki, P256_PREFIX) || spki[P256_PREFIX.length] !== 4) return null;
  const at = P256_PREFIX.length + 1;
  return { x: spki.slice(at, at + 32), y: spki.slice(at + 32) };
}

export const spkiOfPoint = (x: Uint8Array, y: Uint8Array): Uint8Array => concat([P256_PREFIX, Uint8Array.of(4), x, y]);

export interface RsaNumbers {
  readonly n: bigint;
  readonly e: bigint;
}

/** Modulus and exponent, null unless these very bytes are what `spkiOfRsa` makes of them. */
export function rsaOfSpki(spki: Uint8Array): RsaNumbers | null {
  const outer = read(spki, 0x30);
  if (outer === null || outer.rest.length > 0 || !startsWith(outer.body, RSA_ALGORITHM)) return null;
  const key = read(outer.body.subarray(RSA_ALGORITHM.length), 0x03);
  if (key === null || key.rest.length > 0 || key.body[0] !== 0) return null;
  const pair = read(key.body.subarray(1), 0x30);
  const n = pair && read(pair.body, 0x02);
  const e = n && read(n.rest, 0x02);
  if (!n || !e) return null;
  const numbers = { n: bigOf(n.body), e: bigOf(e.body) };
  const again = spkiOfRsa(numbers);
  return again.length === spki.length && startsWith(spki, again) ? numbers : null;
}

export function spkiOfRsa({ n, e }: RsaNumbers): Uint8Array {
  const pair = element(0x30, concat([element(0x02, signed(n)), element(0x02, signed(e))]));
  return element(0x30, concat([RSA_ALGORITHM, element(0x03, concat([Uint8Array.of(0), pair]))]));
}

function read(from: Uint8Array, tag: number): { readonly body: Uint8Array; readonly rest: Uint8Array } | null {
  const [found, first = 255] = from;
  if (found !== tag) return null;
  let length = first;
  let at = 2;
  if (first >= 0x80) {
    const count = first & 0x7f;
    if (count === 0 || count > 3) return null;
    length = 0;
    for (; at < 2 + count; at += 1) length = length * 256 + (from[at] ?? 0);
  }
  if (at + length > from.length) return null;
  return { body: from.subarray(at, at + length), rest: from.subarray(at + length) };
}

function element(tag: number, body: Uint8Array): Uint8Array {
  const { length } = body;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return concat([Uint8Array.of(tag, ...size), body]);
}

/** Big-endian with a zero byte before a set top bit, as DER writes integers that are not negative. */
function signed(value: bigint): Uint8Array {
  const plain = bytesOfBig(value, Math.ceil(value.toString(16).length / 2));
  return (plain[0] ?? 0) >= 0x80 ? concat([Uint8Array.of(0), plain]) : plain;
}

export function bigOf(big: Uint8Array): bigint {
  let hex = "0";
  for (const byte of big) hex += byte.toString(16).padStart(2, "0");
  return BigInt(`0x${hex}`);
}

export const bytesOfBig = (value: bigint, length: number): Uint8Array =>
  bytes(value.toString(16).padStart(2 * length, "0"));

export function concat(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
