import { findEmailProblem, readEmail } from '#platform/email.ts'

/** Returns a rule's pattern in canonical form, an address or `@` and a domain; null when it is neither. */
export function readPattern(text: string): string | null {
  const pattern = text.trim()
  return pattern.startsWith('@') ? (readEmail(`x${pattern}`)?.slice(1) ?? null) : readEmail(pattern)
}

/** Returns what is wrong with a pattern, or null if it is valid. */
export function findPatternProblem(text: string): string | null {
  const pattern = text.trim()
  return findEmailProblem(pattern.startsWith('@') ? `x${pattern}` : pattern)
}
