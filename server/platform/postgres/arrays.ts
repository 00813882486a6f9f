/**
 * Converts between PostgreSQL's and JavaScript's arrays. By default, the driver queries the array types on every new connection and does
 * not handle a failure of that query: losing the connection at that moment would end the process (porsager/postgres issues 1192 and 1205).
 * The few array types of the schema have fixed OIDs.
 */

/** Formats a one-dimensional array, with quoted elements, as PostgreSQL's manual describes array input. */
export function writeArray(values: readonly unknown[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : `"${String(value).replaceAll(/[\\"]/g, String.raw`\$&`)}"`)).join(',')}}`
}

/** Parses a one-dimensional array. PostgreSQL quotes elements only when necessary. */
function readArray<Element>(text: string, read: (element: string) => Element): (Element | null)[] {
  if (text === '{}') return []
  return Array.from(text.matchAll(/"((?:[^"\\]|\\.)*)"|[^{},]+/gs), ([bare, quoted]) =>
    quoted === undefined ? (bare === 'NULL' ? null : read(bare)) : read(quoted.replaceAll(/\\(.)/gs, '$1')),
  )
}

/** The array types by OID (pg_type.dat), for the driver's option `types`. */
export const arrayTypes = {
  intArray: arrayType(1007, Number),
  textArray: arrayType(1009, String),
  bigintArray: arrayType(1016, Number),
  timestamptzArray: arrayType(1185, String),
  uuidArray: arrayType(2951, String),
}

function arrayType(oid: number, read: (element: string) => unknown) {
  return { to: oid, from: [oid], serialize: writeArray, parse: (text: string) => readArray(text, read) }
}
