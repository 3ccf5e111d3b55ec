/** `Content-Length` framing (§3, as in the Language Server Protocol): chunks in, whole messages out, nothing guessed. */

export type Frame =
  /** Up to `maxBytes` + 1 bytes are kept: one more than allowed says that the message was too large. */
  | { readonly kind: "message"; readonly bytes: Uint8Array }
  /** The stream has no known place to go on from. */
  | { readonly kind: "broken"; readonly why: string };

export interface FrameLimits {
  readonly maxBytes: number;
  /** A message that says it is larger is not even read past. */
  readonly drainBytes?: number;
}

const MAX_HEADER = 4096;
const DRAIN_BYTES = 64 * 1024 * 1024;
const CR = 13;
const LF = 10;
const NOTHING = new Uint8Array();

const encoder = new TextEncoder();

/** The message with its header. */
export function frame(message: Uint8Array): Uint8Array {
  const header = encoder.encode(`Content-Length: ${message.length}\r\n\r\n`);
  const framed = new Uint8Array(header.length + message.length);
  framed.set(header);
  framed.set(message, header.length);
  return framed;
}

/** Feeds on chunks of any size. After `broken` it reads nothing more. */
export class FrameReader {
  readonly #limits: Required<FrameLimits>;
  #header: number[] = [];
  /** Null while a header is read. */
  #body: { left: number; kept: number; parts: Uint8Array[] } | null = null;
  #isBroken = false;

  constructor(limits: FrameLimits) {
    this.#limits = { drainBytes: DRAIN_BYTES, ...limits };
  }

  read(chunk: Uint8Array): readonly Frame[] {
    const frames: Frame[] = [];
    for (let at = 0; at < chunk.length && !this.#isBroken; ) {
      const used = this.#body ? this.#readBody(chunk.subarray(at), frames) : this.#readHeader(chunk, at, frames);
      at += used;
    }
    return frames;
  }

  /** The stream ended: fine between messages, broken inside one. */
  end(): readonly Frame[] {
    const isWhole = this.#isBroken || (this.#body === null && this.#header.length === 0);
    return isWhole ? [] : [this.#break("the stream ended inside a message")];
  }

  #break(why: string): Frame {
    this.#isBroken = true;
    return { kind: "broken", why };
  }

  #readHeader(chunk: Uint8Array, from: number, frames: Frame[]): number {
    let at = from;
    for (; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      const before = this.#header.at(-1);
      this.#header.push(byte);
      const isText = (byte >= 0x20 && byte < 0x7f) || byte === CR || byte === LF || byte === 9;
      if (!isText || (byte === LF && before !== CR) || (before === CR && byte !== LF)) {
        frames.push(this.#break("a header is ASCII in lines that end with CR LF"));
        return at + 1 - from;
      }
      if (this.#header.length > MAX_HEADER) {
        frames.push(this.#break("the header is too long"));
        return at + 1 - from;
      }
      if (byte === LF && this.#endsHeader()) {
        this.#openBody(frames);
        return at + 1 - from;
      }
    }
    return at - from;
  }

  #endsHeader(): boolean {
    const { length } = this.#header;
    return length === 2 || (length >= 4 && this.#header[length - 3] === LF);
  }

  #openBody(frames: Frame[]): void {
    const text = String.fromCharCode(...this.#header);
    this.#header = [];
    const length = contentLength(text);
    if (typeof length === "string") frames.push(this.#break(length));
    else if (length > this.#limits.drainBytes) frames.push(this.#break("the message is far too large"));
    else if (length === 0) frames.push({ kind: "message", bytes: NOTHING });
    else this.#body = { left: length, kept: 0, parts: [] };
  }

  #readBody(rest: Uint8Array, frames: Frame[]): number {
    const body = this.#body;
    if (!body) return 0;
    const part = rest.subarray(0, body.left);
    const room = this.#limits.maxBytes + 1 - body.kept;
    if (room > 0) {
      const kept = part.slice(0, room);
      body.parts.push(kept);
      body.kept += kept.length;
    }
    body.left -= part.length;
    if (body.left === 0) {
      frames.push({ kind: "message", bytes: joined(body.parts, body.kept) });
      this.#body = null;
    }
    return part.length;
  }
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  if (parts.length === 1 && parts[0]) return parts[0];
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const UTF8 = /;\s*charset\s*=\s*"?utf-?8"?\s*(?:;|$)/i;

/** The length that a header block names, or what is wrong with the block. */
function contentLength(block: string): number | string {
  let length: number | null = null;
  for (const line of block.split("\r\n").filter((one) => one !== "")) {
    const [, name = "", value = ""] = /^([A-Za-z0-9-]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? [];
    if (name === "") return "a header line is no name and value";
    if (name.toLowerCase() === "content-type" && /charset/i.test(value) && !UTF8.test(value))
      return "messages are UTF-8";
    if (name.toLowerCase() !== "content-length") continue;
    if (length !== null) return "Content-Length occurs twice";
    if (!/^[0-9]{1,15}$/.test(value)) return "Content-Length is no length";
    length = Number(value);
  }
  return length ?? "Content-Length is missing";
}
