/** Finds the charset declared in the head of HTML. */

const maxSearchedBytes = 2_048

/** Returns the charset of a `<meta>` element, even in quoted-printable HTML; null if there is none. */
export function findMetaCharset(bytes: Uint8Array): string | null {
  const beginning = Buffer.from(bytes.subarray(0, maxSearchedBytes)).toString('latin1').replaceAll('=3D', '=')
  return /<meta\s[^>]*charset\s*=\s*["']?\s*([\w.:-]{1,40})/i.exec(beginning)?.[1] ?? null
}
