/** Returns a telephone number in its stored form, `+` and digits; null unless it is in international form. */
export function readPhone(text: string): string | null {
  const digits = text.replaceAll(/[\s()./-]/g, '')
  return /^\+[1-9]\d{6,14}$/.test(digits) ? digits : null
}
