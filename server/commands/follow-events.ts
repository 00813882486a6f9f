/** Follows the event stream of a running service across disconnections: each event once and in order. */
import { setTimeout as sleep } from 'node:timers/promises'
import { readEventStream } from './read-event-stream.ts'

const pauseMs = 1_000

export type Following = {
  /** The service's address without `/api/v1`. */
  url: string
  key: string
  /** Comma-separated; null for all. */
  types: string | null
  stop: AbortSignal
  /** Told of breaks. */
  say: (text: string) => void
}

/**
 * Hands over the JSON of each event, one after the other, until `stop` aborts. `onOpen` is called once, when the stream stands for
 * the first time. Throws an Error with a sentence when the service is not there at the beginning, or refuses.
 */
export async function followEvents(
  { url, key, types, stop, say }: Following,
  onEvent: (data: string) => Promise<void>,
  onOpen: () => void,
): Promise<void> {
  const address = `${url}/api/v1/events/stream${types === null ? '' : `?types=${encodeURIComponent(types)}`}`
  let lastEventId = ''
  let standing = false
  let broken = false
  while (!stop.aborted) {
    try {
      const headers = {
        Authorization: `Bearer ${key}`,
        Accept: 'text/event-stream',
        ...(lastEventId ? { 'Last-Event-ID': lastEventId } : {}),
      }
      const response = await fetch(address, { headers, signal: stop })
      if (response.status !== 200 || !response.body || !isEventStream(response)) {
        const refused = new Refused(`${address} answered ${await readRefusal(response)}`)
        // After a first successful connection, wait until the service, or the proxy in front of it, has recovered.
        const passes = standing && (response.status === 200 || response.status === 429 || response.status >= 500)
        throw passes ? new Error('The stream cannot stand now', { cause: refused }) : refused
      }
      if (!standing) onOpen()
      else if (broken) say('The stream stands again.')
      standing = true
      broken = false
      for await (const { id, event, data } of readEventStream(response.body)) {
        if (event === 'reset') say('The service no longer holds the events since the break: some are missing here.')
        else if (data !== '') await onEvent(data)
        lastEventId = id
      }
    } catch (error) {
      if (stop.aborted) return
      if (error instanceof Refused) throw error
      if (!standing) throw new Error(`No Skein answers at ${url}.`, { cause: error })
    }
    if (!broken && !stop.aborted) say('The stream broke; going on from the last event when the service is back.')
    broken = true
    await sleep(pauseMs, undefined, { signal: stop }).catch(() => undefined)
  }
}

/** A retry would not help. */
class Refused extends Error {}

function isEventStream({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') ?? false
}

/** What an answer of the API says is wrong, field by field; of any other answer how it begins. */
async function readRefusal(response: Response): Promise<string> {
  if (response.status === 200) {
    await response.body?.cancel()
    return 'what is no stream of events.'
  }
  const text = await response.text()
  try {
    // Safe because it is read as if anything might be missing.
    const { error } = JSON.parse(text) as { error?: { message?: string; details?: { field: string; message: string }[] } }
    const details = error?.details?.map(({ field, message }) => `${field} ${message}`) ?? []
    return [`${response.status}: ${error?.message ?? text.slice(0, 200)}`, ...details].join('\n')
  } catch {
    return `${response.status}: ${text.slice(0, 200)}`
  }
}
