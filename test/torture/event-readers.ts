/** Live readers of events: by pages of the feed, and over streams that are interrupted. Each records the received events, in order. */
import { setTimeout as sleep } from 'node:timers/promises'
import { openStream } from '../support/event-streams.ts'
import type { Random } from './random.ts'
import type { CrashTest } from './crash-test.ts'
import { GuaranteeBroken } from './guarantee-broken.ts'
import type { TortureTenant } from './service.ts'
import { getObservedEvent, type ObservedEvent } from './observed-events.ts'

export type EventReader = {
  name: string
  tenantId: string
  /** Event types to read; null for all. */
  types: readonly string[] | null
  /** Received events, in order. */
  seen: readonly ObservedEvent[]
  /** Numbers of connections closed by the reader and by the service. */
  left: number
  broken: number
  /** Resolves when the reader has received event number `sequence`. Throws on a timeout of `ms`, or when the reader stopped early. */
  reach(sequence: number, ms: number): Promise<void>
  /** Stops the reader. Throws the error that stopped it early. */
  stop(): Promise<void>
}

type Wanted = { tenant: TortureTenant; types?: readonly string[]; random: Random }
type Work = { seen: ObservedEvent[]; counts: { left: number; broken: number }; stopping: AbortSignal }

/** Reads the pages of the feed, by cursor within a walk and by the last id between walks. */
export function startFeedReader({ client }: CrashTest, { tenant, types, random }: Wanted): EventReader {
  return start('feed', tenant, types, async ({ seen, stopping }) => {
    for (let after = '', cursor = ''; !stopping.aborted; ) {
      const path = `/events?limit=${random.between(1, 100)}${types ? `&types=${types.join(',')}` : ''}${after}${cursor && `&cursor=${cursor}`}`
      const { outcome } = await client.send({ method: 'GET', path, headers: { Authorization: `Bearer ${tenant.key}` } })
      if (outcome.kind !== 'answered' || outcome.status === 503) {
        await sleep(50)
        continue
      }
      if (outcome.status !== 200) throw new GuaranteeBroken(`GET ${path} was answered ${outcome.status}: ${outcome.text}`)
      // Safe because the feed returns 200 with a list of events; a wrong one fails the checks.
      const { data, meta } = JSON.parse(outcome.text) as { data: object[]; meta: { cursor: string } }
      seen.push(...data.map((event) => getObservedEvent(JSON.stringify(event))))
      cursor = random.chance(0.2) ? '' : meta.cursor
      // At the end of the feed, the cursor leads to later events.
      if (cursor !== '' && data.length > 0) continue
      if (cursor === '') after = seen.length > 0 ? `&after=${seen.at(-1)?.id}` : ''
      await sleep(random.between(0, 100))
    }
  })
}

/** Keeps a stream open, disconnects at random or when the service does, and reconnects with the last received id. */
export function startStreamReader({ service }: CrashTest, { tenant, types, random }: Wanted): EventReader {
  return start('stream', tenant, types, async ({ seen, counts, stopping }) => {
    const query = types ? `?types=${types.join(',')}` : ''
    const stop = new Promise<'left'>((resolve) => {
      stopping.addEventListener('abort', () => resolve('left'))
    })
    for (let lastEventId = `evt_${'0'.repeat(26)}`; !stopping.aborted; ) {
      const stream = await openStream(service.port, tenant.key, {
        query,
        lastEventId,
        onFrame: ({ data }) => seen.push(getObservedEvent(data)),
      }).catch(() => null)
      if (stream === null || stream.status === 503) {
        stream?.close()
        await sleep(50)
        continue
      }
      if (stream.status !== 200) throw new GuaranteeBroken(`GET /events/stream${query} was answered ${stream.status}`)
      counts[
        await Promise.race([
          stream.ended.then(() => 'broken' as const),
          sleep(random.between(100, 3_000), 'left' as const, { ref: false }),
          stop,
        ])
      ]++
      stream.close()
      await stream.ended
      const reset = stream.frames.find(({ event }) => event === 'reset')
      if (reset) throw new GuaranteeBroken(`The stream of ${tenant.slug} says after ${lastEventId}: ${reset.data}`)
      lastEventId = stream.lastEventId()
      await sleep(random.pick([0, 0, 20, 300]))
    }
  })
}

function start(
  kind: string,
  { tenantId, slug }: TortureTenant,
  types: readonly string[] | undefined,
  read: (work: Work) => Promise<void>,
): EventReader {
  const stopping = new AbortController()
  const seen: ObservedEvent[] = []
  const counts = { left: 0, broken: 0 }
  const name = `the ${kind} of ${slug}${types ? `, ${types.join(' and ')} alone` : ''}`
  let running = true
  const finished = read({ seen, counts, stopping: stopping.signal }).finally(() => {
    running = false
  })
  // stop() throws the error. Until then it must not count as unhandled.
  finished.catch(() => undefined)
  return {
    name,
    tenantId,
    types: types ?? null,
    seen,
    get left() {
      return counts.left
    },
    get broken() {
      return counts.broken
    },
    async reach(sequence, ms) {
      for (const deadline = performance.now() + ms; (seen.at(-1)?.sequence ?? 0) < sequence; await sleep(20)) {
        if (!running) await finished
        if (performance.now() > deadline)
          throw new GuaranteeBroken(`${name} has come to event ${seen.at(-1)?.sequence} and not to ${sequence} within ${ms} ms`)
      }
    },
    stop() {
      stopping.abort()
      return finished
    },
  }
}
