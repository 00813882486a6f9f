/** Server-sent events (WHATWG HTML, section 9.2): frames of an async iterable, with heartbeats, backpressure and an end. */
import type { ServerResponse } from 'node:http'
import { ApiError, rateTenantExceeded } from './errors.ts'
import type { Principal } from './principal.ts'

/** One event of a stream; null is a breath that says the stream stands. */
export type StreamFrame = { id?: string; event: string; data: unknown } | null

export type StreamOptions = {
  /** Ends the stream from outside: the service closes. */
  controller: AbortController
  /** Asked every second: a revoked key's stream ends. */
  stillAllowed: () => boolean | Promise<boolean>
}

const heartbeatMs = 15_000
const allowedCheckMs = 1_000
/** A reader that takes nothing for this long is let go; it reconnects with its Last-Event-ID. */
const stallMs = 30_000

/** Writes frames until they end, the reader leaves, or the controller aborts. Throws what the first frame throws, before anything is sent. */
export async function writeEventStream(res: ServerResponse, frames: AsyncGenerator<StreamFrame>, { controller, stillAllowed }: StreamOptions): Promise<void> {
  const first = await frames.next()
  const abort = (): void => controller.abort()
  res.once('close', abort)
  res.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-cache, no-transform', 'X-Accel-Buffering': 'no' })
  res.write('retry: 1000\n\n')
  const heartbeat = setInterval(() => res.writableNeedDrain || res.write(': keep-alive\n\n'), heartbeatMs)
  const check = setInterval(() => void endUnlessAllowed(stillAllowed, controller), allowedCheckMs)
  try {
    for (let next = first; !next.done && !controller.signal.aborted; next = await frames.next()) {
      if (next.value && !res.write(frameText(next.value))) await drained(res)
    }
  } finally {
    clearInterval(heartbeat)
    clearInterval(check)
    res.off('close', abort)
    controller.abort()
    await frames.return(undefined)
    res.end()
  }
}

/** JSON has no line breaks, so one data line is enough. */
function frameText({ id, event, data }: NonNullable<StreamFrame>): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}

async function drained(res: ServerResponse): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => res.destroy(), stallMs)
    const done = (): void => {
      clearTimeout(timer)
      res.off('drain', done)
      res.off('close', done)
      resolve()
    }
    res.once('drain', done)
    res.once('close', done)
  })
}

/** A look-up that fails says nothing about the key: the stream stays. */
async function endUnlessAllowed(stillAllowed: StreamOptions['stillAllowed'], controller: AbortController): Promise<void> {
  try {
    if (!(await stillAllowed())) controller.abort()
  } catch {
    // The database is away; the next check asks again.
  }
}

const perKeyMax = 10
const perTenantMax = 50

/** Bounds the open streams of this process by key and by tenant. */
export class StreamSlots {
  readonly #open = new Map<string, number>()
  readonly #controllers = new Set<AbortController>()

  /** Throws 429 when the key or its tenant has its share already. Call `leave` when the stream ends. */
  enter({ tenantId, key }: Principal): { controller: AbortController; leave: () => void } {
    const [ofKey, ofTenant] = [this.#open.get(key.id) ?? 0, this.#open.get(tenantId) ?? 0]
    if (ofKey >= perKeyMax || ofTenant >= perTenantMax) {
      const message = `Too many open streams: at most ${perKeyMax} a key and ${perTenantMax} a tenant.`
      throw new ApiError(rateTenantExceeded, { message, headers: { 'Retry-After': '5' } })
    }
    const controller = new AbortController()
    const count = (delta: number): void => {
      for (const id of [key.id, tenantId]) {
        const left = (this.#open.get(id) ?? 0) + delta
        if (left > 0) this.#open.set(id, left)
        else this.#open.delete(id)
      }
    }
    count(1)
    this.#controllers.add(controller)
    const leave = (): void => {
      if (this.#controllers.delete(controller)) count(-1)
    }
    return { controller, leave }
  }

  /** Ends every stream: the service closes. */
  endAll(): void {
    for (const controller of this.#controllers) controller.abort()
  }
}
