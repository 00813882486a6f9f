/**
 * Returns the languages of articles in the order in which a visitor wants them: the visitor's own, another form of it (`de` for `de-AT`),
 * the tenant's, then the others.
 */
export function orderLocales(available: readonly string[], wanted: readonly (string | undefined)[]): string[] {
  const tags = wanted.flatMap((tag) => (tag === undefined ? [] : [tag.toLowerCase()]))
  const rank = (locale: string): number => {
    const exact = tags.indexOf(locale.toLowerCase())
    const similar = tags.findIndex((tag) => toLanguage(tag) === toLanguage(locale))
    if (exact >= 0) return exact
    return similar >= 0 ? similar + 0.5 : tags.length
  }
  return available.toSorted((a, b) => rank(a) - rank(b))
}

function toLanguage(tag: string): string {
  return tag.toLowerCase().split('-')[0] ?? ''
}
