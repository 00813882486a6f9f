/** The header If-Match. */

/**
 * The strong entity tags of If-Match, without their quotes (RFC 9110, 13.1.1: comparison is strong, so a weak one never matches). What
 * is no list of tags matches nothing.
 */
export function entityTags(header: string | undefined): string[] | null {
  if (header === undefined) return null
  if (header.trim() === '*') return ['*']
  const tags = header.split(',').map((tag) => /^\s*(W\/)?"([\x21\x23-\x7e]*)"\s*$/.exec(tag))
  if (tags.some((tag) => tag === null)) return []
  return tags.flatMap((tag) => (tag && tag[1] === undefined && tag[2] !== '*' ? [tag[2] ?? ''] : []))
}
