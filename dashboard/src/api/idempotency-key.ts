/** Creates a key that all attempts at one change share. Browsers offer no `randomUUID` to pages without HTTPS. */
export function newIdempotencyKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-')
}
