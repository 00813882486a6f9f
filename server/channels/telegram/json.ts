/** Reads values of unknown JSON. */
export type Json = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns a field that is an object, or an empty object. */
export function getObject(of: Json, name: string): Json {
  const value = of[name]
  return isObject(value) ? value : {}
}

/** Returns a text that PostgreSQL can store; null for anything else and for blank text. */
export function getText(of: Json, name: string, maxLength: number): string | null {
  const value = of[name]
  if (typeof value !== 'string') return null
  const text = value.replaceAll('\u0000', '').slice(0, maxLength).toWellFormed()
  return text.trim() === '' ? null : text
}

/** Returns a whole number; null for anything else. */
export function getWhole(of: Json, name: string): number | null {
  const value = of[name]
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : null
}
