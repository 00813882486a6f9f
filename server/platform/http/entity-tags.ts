/** Parses the headers If-Match and If-None-Match. */

/**
 * Returns the strong entity tags of an If-Match header, without quotes; null if there is no such header. Omits weak tags, because If-Match
 * compares strongly (RFC 9110, 13.1.1). A malformed header gives an empty list, which matches nothing.
 */
export function entityTags(header: string | undefined): string[] | null {
  if (header === undefined) return null
  if (header.trim() === '*') return ['*']
  const tags = header.split(',').map((tag) => /^\s*(W\/)?"([\x21\x23-\x7e]*)"\s*$/.exec(tag))
  if (tags.some((tag) => tag === null)) return []
  return tags.flatMap((tag) => (tag && tag[1] === undefined && tag[2] !== '*' ? [tag[2] ?? ''] : []))
}

/** Whether an If-None-Match header names one of these entity tags (without quotes), or `*`. It compares weakly (RFC 9110, 13.1.2). */
export function hasKnownTag(header: string | undefined, known: readonly string[]): boolean {
  if (header === undefined) return false
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.some((tag) => tag === '*' || known.includes(tag.replaceAll('"', '')))
}
