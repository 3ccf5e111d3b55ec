/** Opens vector files for their runners; a file without vectors is an error, never a pass. */

/** The vectors of one file. Throws when there are none, or when two share an id. */
export function vectorsOf<V extends { readonly id: string }>(file: { readonly vectors: readonly V[] }): readonly V[] {
  const { vectors } = file;
  if (!Array.isArray(vectors) || vectors.length === 0) throw new Error("vector file holds no vectors");
  if (new Set(vectors.map((vector) => vector.id)).size !== vectors.length) throw new Error("vector ids repeat");
  return vectors;
}
