/**
 * Arrays of the database as JavaScript's. The driver would ask the server for its array types on every new connection,
 * in a statement of its own whose failure nobody handles: a connection lost just then would end the process
 * (porsager/postgres issues 1192 and 1205). The few types that the schema uses have numbers that never change.
 */

/** One dimension, elements in double quotes, as PostgreSQL's manual describes array input. */
export function writeArray(values: readonly unknown[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : `"${String(value).replaceAll(/[\\"]/g, String.raw`\$&`)}"`)).join(',')}}`
}

/** Reads one dimension of what PostgreSQL writes: elements are quoted where they must be. */
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
