/** `len(a) ‖ a ‖ len(b) ‖ b`, lengths in four bytes, big-endian: how hybrids carry two values in one (W§8). */

export interface Parts {
  readonly pqc: Uint8Array;
  readonly classical: Uint8Array;
}

export function joinParts({ pqc, classical }: Parts): Uint8Array {
  const joined = new Uint8Array(8 + pqc.length + classical.length);
  const view = new DataView(joined.buffer);
  view.setUint32(0, pqc.length);
  joined.set(pqc, 4);
  view.setUint32(4 + pqc.length, classical.length);
  joined.set(classical, 8 + pqc.length);
  return joined;
}

/** Null unless both lengths fit exactly and neither part is empty. */
export function splitParts(joined: Uint8Array): Parts | null {
  const view = new DataView(joined.buffer, joined.byteOffset, joined.byteLength);
  const first = lengthAt(view, 0);
  if (first === null || first === 0) return null;
  const second = lengthAt(view, 4 + first);
  if (second === null || second === 0 || 8 + first + second !== joined.length) return null;
  return { pqc: joined.subarray(4, 4 + first), classical: joined.subarray(8 + first) };
}

function lengthAt(view: DataView, at: number): number | null {
  return at + 4 <= view.byteLength ? view.getUint32(at) : null;
}
