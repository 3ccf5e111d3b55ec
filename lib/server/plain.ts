/** Read models as plain objects, which is all that a page may hand to the browser: what JSON reading makes has no prototype. */
export const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
