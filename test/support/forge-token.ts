/**
 * The token with one character of its middle changed. The last characters are left alone: base64url encodes
 * fewer bits in them, so another character there can mean the same bytes.
 */
export function forgeToken(token: string): string {
  const middle = Math.floor(token.length / 2)
  return `${token.slice(0, middle)}${token[middle] === 'A' ? 'B' : 'A'}${token.slice(middle + 1)}`
}
