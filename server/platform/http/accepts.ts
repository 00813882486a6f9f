/** What a caller can read: the header Accept. */
import type { IncomingMessage } from 'node:http'
import type { Endpoint } from './declared-endpoint.ts'

export const acceptsJson = /\*\/\*|application\/(\*|json)/i
export const acceptsPieces = /text\/event-stream/i

/** Who also accepts JSON gets JSON: some clients list all they can read at each request. */
export function asksForPieces({ pieces }: Endpoint, { headers: { accept = '' } }: IncomingMessage): boolean {
  return pieces !== null && acceptsPieces.test(accept) && !acceptsJson.test(accept)
}
