/** Creates an idempotency key that all attempts at one change share. Browsers provide `randomUUID` only on pages with HTTPS. */
export function newIdempotencyKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-')
}
