/**
 * Returns the token with one character in the middle changed. The last characters stay: base64url encodes fewer bits in them, so another
 * character there can decode to the same bytes.
 */
export function forgeToken(token: string): string {
  const middle = Math.floor(token.length / 2)
  return `${token.slice(0, middle)}${token[middle] === 'A' ? 'B' : 'A'}${token.slice(middle + 1)}`
}
