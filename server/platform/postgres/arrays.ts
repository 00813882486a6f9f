/**
 * Converts database arrays to JavaScript arrays. By default the driver queries the array types on every new connection, in a statement
 * whose failure is not handled: losing the connection at that moment would end the process (porsager/postgres issues 1192 and 1205). The
 * few types that the schema uses have fixed type numbers.
 */

/** One dimension, elements in double quotes, as PostgreSQL's manual describes array input. */
export function writeArray(values: readonly unknown[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : `"${String(value).replaceAll(/[\\"]/g, String.raw`\$&`)}"`)).join(',')}}`
}

/** Parses one dimension of PostgreSQL's array output, in which elements are quoted only when necessary. */
function readArray<Element>(text: string, read: (element: string) => Element): (Element | null)[] {
  return Array.from(text.matchAll(/"((?:[^"\\]|\\.)*)"|[^{},]+/gs), ([bare, quoted]) =>
    quoted === undefined ? (bare === 'NULL' ? null : read(bare)) : read(quoted.replaceAll(/\\(.)/gs, '$1')),
  )
}

/** For the driver's `types`, by PostgreSQL's type numbers (pg_type.dat). */
export const arrayTypes = { intArray: arrayType(1007, Number), textArray: arrayType(1009, String), uuidArray: arrayType(2951, String) }

function arrayType(oid: number, read: (element: string) => unknown) {
  return { to: oid, from: [oid], serialize: writeArray, parse: (text: string) => readArray(text, read) }
}
