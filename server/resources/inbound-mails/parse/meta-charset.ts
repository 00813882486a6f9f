/** Finds the charset that HTML names in its head. */

const maxSearchedBytes = 2_048

/** Returns the charset of a `<meta>` element, also in HTML that is encoded as quoted-printable; null for none. */
export function findMetaCharset(bytes: Uint8Array): string | null {
  const beginning = Buffer.from(bytes.subarray(0, maxSearchedBytes)).toString('latin1').replaceAll('=3D', '=')
  return /<meta\s[^>]*charset\s*=\s*["']?\s*([\w.:-]{1,40})/i.exec(beginning)?.[1] ?? null
}
