/** A language tag (BCP 47) in its canonical form, such as `de-AT`; null for what is none. */
export function readLocale(tag: string): string | null {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null
  } catch {
    return null
  }
}
