/** Returns a language tag (BCP 47) in its canonical form, such as `de-AT`; null if it is invalid. */
export function readLocale(tag: string): string | null {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null
  } catch {
    return null
  }
}
