/** Parses request bodies; every string in the result can be stored in the database. */
import { ApiError, malformedJson, validationFailed } from '../errors.ts'

/**
 * The value of a JSON body; undefined for an empty one. Throws ApiError 400 for invalid JSON or UTF-8, and for strings that the database
 * cannot store.
 */
export function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  let text: string
  let value: unknown
  try {
    text = utf8.decode(bytes)
    value = JSON.parse(text)
  } catch (error) {
    throw new ApiError(malformedJson, { cause: error })
  }
  // Only escape sequences can produce characters that cannot be stored: NUL and lone surrogates.
  if (text.includes('\\u')) storable(value)
  return value
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Throws ApiError 400 for texts that the database cannot store. Iterative, because a megabyte of brackets would overflow the stack of a recursive walk. */
export function storable(value: unknown): void {
  const open: [unknown, string][] = [[value, '']]
  for (let next = open.pop(); next; next = open.pop()) {
    const [here, path] = next
    if (typeof here === 'string' && (here.includes('\0') || !here.isWellFormed())) {
      throw new ApiError(validationFailed, {
        details: [{ field: path, code: 'INVALID_TEXT', message: 'must be Unicode text without the NUL character' }],
      })
    }
    if (typeof here !== 'object' || here === null) continue
    for (const [name, part] of Object.entries(here)) {
      open.push([name, path])
      open.push([part, Array.isArray(here) ? `${path}[${name}]` : path ? `${path}.${name}` : name])
    }
  }
}
