/** Parses the Accept header. */
import type { IncomingMessage } from 'node:http'
import type { Endpoint } from './declared-endpoint.ts'

export const acceptsJson = /\*\/\*|application\/(\*|json)/i
export const acceptsEventStream = /text\/event-stream/i

/**
 * True when the caller accepts an event stream but not JSON. Some clients list every type they can read in each request; they should get
 * JSON.
 */
export function wantsStreamedResponse({ pieces }: Endpoint, { headers: { accept = '' } }: IncomingMessage): boolean {
  return pieces !== undefined && acceptsEventStream.test(accept) && !acceptsJson.test(accept)
}
