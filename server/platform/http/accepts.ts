/** Reads the header Accept. */
import type { IncomingMessage } from 'node:http'
import type { Endpoint } from './declared-endpoint.ts'

export const acceptsJson = /\*\/\*|application\/(\*|json)/i
export const acceptsEventStream = /text\/event-stream/i

/** True when the caller accepts an event stream and not JSON. Some clients list all the types that they can read with each request. */
export function wantsStreamedReply({ pieces }: Endpoint, { headers: { accept = '' } }: IncomingMessage): boolean {
  return pieces !== null && acceptsEventStream.test(accept) && !acceptsJson.test(accept)
}
