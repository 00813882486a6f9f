/** Sends the frames of an async generator as server-sent events (WHATWG HTML, section 9.2), with heartbeats and backpressure. */
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError, rateTenantExceeded, rateWidgetExceeded } from '../errors.ts'
import type { Principal } from '../principal.ts'
import { getNetwork } from './caller-address.ts'

/** A frame of a stream: an event; an id without data, which reports the position; or null for a heartbeat. */
export type StreamFrame = { id?: string; event?: string; data: unknown } | { id: string } | null

export type StreamOptions = {
  /** Aborted when the service shuts down, which ends the stream. */
  controller: AbortController
  /** Called before each frame and every second. The stream ends when the caller may no longer read it. */
  stillAllowed: () => boolean | Promise<boolean>
  timing?: Partial<typeof timingDefault>
  status?: number
}

export const timingDefault = {
  heartbeatMs: 15_000,
  allowedCheckMs: 1_000,
  /** Milliseconds after which a client that reads nothing is disconnected. It can reconnect with its Last-Event-ID. */
  stallMs: 30_000,
}

/**
 * Streams of visitors are many, and each check is a query. Nothing is written to a stream without a check, so a session that has ended shows
 * nothing more; its idle stream ends a little later.
 */
export const visitorTiming = { allowedCheckMs: 30_000 }

const lookUpAgainMs = 100

/**
 * Writes frames until the generator ends, the client disconnects, or the controller aborts. If the first frame fails, throws its error
 * before sending anything.
 */
export async function writeEventStream(
  res: ServerResponse,
  frames: AsyncGenerator<StreamFrame>,
  { controller, stillAllowed, timing, status = 200 }: StreamOptions,
): Promise<void> {
  const { heartbeatMs, allowedCheckMs, stallMs } = { ...timingDefault, ...timing }
  const { signal } = controller
  const abort = (): void => controller.abort()
  // Registered before awaiting the first frame, so that a client that disconnects before that frame frees its slot.
  res.once('close', abort)
  const timers: NodeJS.Timeout[] = []
  let begun = false
  try {
    let next = await frames.next()
    // The client has disconnected, or the request already timed out and got its response.
    if (res.destroyed || res.headersSent) return
    res.writeHead(status, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-cache, no-transform',
      'X-Accel-Buffering': 'no',
    })
    begun = true
    res.write('retry: 1000\n\n')
    timers.push(setInterval(() => res.writableNeedDrain || res.write(': keep-alive\n\n'), heartbeatMs))
    timers.push(setInterval(() => void endUnlessAllowed(stillAllowed, controller), allowedCheckMs))
    for (; !next.done && !signal.aborted; next = await frames.next()) {
      if (next.value && 'data' in next.value && !(await mayGoOn(stillAllowed, signal))) break
      if (next.value && !res.write(frameText(next.value))) await waitForDrain(res, signal, stallMs)
    }
  } finally {
    for (const timer of timers) clearInterval(timer)
    res.off('close', abort)
    controller.abort()
    await frames.return(undefined)
    // A client that does not read would not see the end of the stream either, and would delay the shutdown.
    if (begun && res.writableNeedDrain) res.destroy()
    else if (begun) res.end()
  }
}

/** Checks whether the caller may read the next frame. Repeats a failed check until it succeeds or the stream ends. */
async function mayGoOn(stillAllowed: StreamOptions['stillAllowed'], signal: AbortSignal): Promise<boolean> {
  for (;;) {
    try {
      return await stillAllowed()
    } catch {
      await sleep(lookUpAgainMs, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return false
    }
  }
}

/** Formats a frame. One data line is enough, because serialised JSON has no line breaks. */
function frameText(frame: NonNullable<StreamFrame>): string {
  const id = frame.id === undefined ? '' : `id: ${frame.id}\n`
  if (!('data' in frame)) return `${id}\n`
  const name = frame.event === undefined ? '' : `event: ${frame.event}\n`
  return `${id}${name}data: ${JSON.stringify(frame.data)}\n\n`
}

/** Waits until the client has read what was written, or the stream ends. Disconnects a client that reads nothing for `stallMs`. */
export async function waitForDrain(res: ServerResponse, signal: AbortSignal, stallMs: number): Promise<void> {
  if (signal.aborted) return
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => res.destroy(), stallMs)
    const done = (): void => {
      clearTimeout(timer)
      res.off('drain', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    res.once('drain', done)
    // Also aborts when the client disconnects.
    signal.addEventListener('abort', done)
  })
}

/**
 * Ends the stream when the caller may no longer read it. Keeps it open when the check fails, because a failed check says nothing about the
 * credential.
 */
export async function endUnlessAllowed(stillAllowed: StreamOptions['stillAllowed'], controller: AbortController): Promise<void> {
  try {
    if (!(await stillAllowed())) controller.abort()
  } catch {
    // The database is unavailable. The next check retries.
  }
}

export const maxStreamsPerKey = 10
export const maxStreamsPerTenant = 50
/** Maximum open streams of a website's visitor: one, and another while a reconnect overlaps it. All visitors of a tenant share the second limit. */
export const maxStreamsPerVisitor = 2
export const maxVisitorStreamsPerTenant = 2_000
/** Maximum open streams of visitors from one address, which can have many sessions, so that it cannot take those of all others. */
export const maxVisitorStreamsPerAddress = 500

/** Limits the open streams of this process per key and per tenant, and those of visitors also per address. */
export class StreamSlots {
  readonly #open = new Map<string, number>()
  readonly #controllers = new Set<AbortController>()
  #closing = false

  /** Takes a slot. Throws 429 when the key or session, or its tenant, has reached its limit. Call `leave` when the stream ends. */
  enter({ tenantId, credential, ip }: Principal): { controller: AbortController; leave: () => void } {
    const isVisitor = credential.type === 'VISITOR'
    const limits: readonly [string, number][] = isVisitor
      ? [
          [credential.id, maxStreamsPerVisitor],
          [`address ${getNetwork(ip)}`, maxVisitorStreamsPerAddress],
          [`visitors of ${tenantId}`, maxVisitorStreamsPerTenant],
        ]
      : [
          [credential.id, maxStreamsPerKey],
          [tenantId, maxStreamsPerTenant],
        ]
    if (limits.some(([id, max]) => (this.#open.get(id) ?? 0) >= max)) {
      const message = isVisitor
        ? `Too many open streams: at most ${maxStreamsPerVisitor} per visitor, ${maxVisitorStreamsPerAddress} per address and ${maxVisitorStreamsPerTenant} per tenant.`
        : `Too many open streams: at most ${maxStreamsPerKey} per key and ${maxStreamsPerTenant} per tenant.`
      throw new ApiError(isVisitor ? rateWidgetExceeded : rateTenantExceeded, { message, headers: { 'Retry-After': '5' } })
    }
    const controller = new AbortController()
    // Browsers reconnect after a stream ends, but not after a stream is refused.
    if (this.#closing) controller.abort()
    const count = (delta: number): void => {
      for (const [id] of limits) {
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

  /** Ends all streams because the service shuts down, including streams opened later. */
  endAll(): void {
    this.#closing = true
    for (const controller of this.#controllers) controller.abort()
  }
}
