/**
 * Messages on their way. Each has a `clientId` before the first attempt, so that the service stores it once however often it is sent. They
 * are sent one after another, and survive a reload of the page.
 */
import { signal } from '@preact/signals'
import { VisitorError, type WidgetThread } from '../../client/visitor.ts'
import { describeError } from './problems.ts'
import { client, ensureSession, isSessionOver, endSession } from './session.ts'
import { earlier, isOffline, putMessages, putThread, route, view } from './state.ts'
import { stored } from './storage.ts'

export type PreChat = { name?: string; email?: string; fields?: Record<string, string> }

export type Outgoing = {
  clientId: string
  /** Null for the first message of a new conversation. */
  threadId: string | null
  body: string
  files: { id: string; filename: string }[]
  choiceId: string | null
  preChat: PreChat | null
  /** What is wrong; null while it is being sent. A message with an error waits for the visitor. */
  error: string | null
}

const kept = stored<Outgoing[]>('sessionStorage', 'outgoing')
export const outgoing = signal<readonly Outgoing[]>(kept.read() ?? [])
/** Seconds until the next attempt, and whether the visitor has written too fast; null while nothing waits. */
export const waiting = signal<{ seconds: number; isTooFast: boolean } | null>(null)

let isRunning = false
let skipWait: AbortController | null = null
let countdown: ReturnType<typeof setInterval> | undefined

export function send(message: Omit<Outgoing, 'clientId' | 'error'>): void {
  update([...outgoing.value, { ...message, clientId: createUuid(), error: null }])
  void run()
}

/** Sends a message again that the service has refused, or drops it. */
export function retry(clientId: string): void {
  update(outgoing.value.map((each) => (each.clientId === clientId ? { ...each, error: null } : each)))
  void run()
}
export function drop(clientId: string): void {
  update(outgoing.value.filter((each) => each.clientId !== clientId))
}

/** Sends what an earlier document has left, and everything that waits as soon as the network is back. */
export function keepSending(): void {
  void run()
  addEventListener('online', () => skipWait?.abort())
}

function update(next: readonly Outgoing[]): void {
  outgoing.value = next
  kept.write(next.length > 0 ? [...next] : null)
}

async function run(): Promise<void> {
  if (isRunning) return
  isRunning = true
  for (let next = findNext(); next; next = findNext()) {
    skipWait = new AbortController()
    const { signal } = skipWait
    try {
      await ensureSession()
      await sendOne(next, signal)
      drop(next.clientId)
    } catch (error) {
      if (isSessionOver(error)) endSession()
      // The network is back, so the next round sends it at once; the same clientId makes it the same message.
      else if (signal.aborted) continue
      else if (error instanceof VisitorError && isTemporary(error)) {
        await pause(error)
        continue
      }
      const { clientId } = next
      update(outgoing.value.map((each) => (each.clientId === clientId ? { ...each, error: describeError(error) } : each)))
    } finally {
      stopCountdown()
    }
  }
  isRunning = false
}

const findNext = (): Outgoing | undefined => outgoing.value.find(({ error }) => error === null)
const isTemporary = ({ status }: VisitorError): boolean => status === 0 || status === 429 || status >= 500

async function sendOne(message: Outgoing, signal: AbortSignal): Promise<void> {
  const input = {
    body: message.body,
    clientId: message.clientId,
    ...(message.files.length > 0 ? { uploadIds: message.files.map(({ id }) => id) } : {}),
    ...(message.choiceId === null ? {} : { choiceId: message.choiceId }),
  }
  const options = { signal, onWait: startCountdown }
  if (message.threadId !== null) {
    putMessages(message.threadId, [await client.send(message.threadId, input, options)])
    return
  }
  const { page } = view.value
  const first = { ...input, ...(message.preChat ? { preChat: message.preChat } : {}), ...(page ? { page } : {}) }
  takeNewThread(await client.createThread(first, options))
}

/** Shows the new thread in place of the new conversation, and sends what was written meanwhile to it. */
function takeNewThread(thread: WidgetThread): void {
  putThread(thread)
  putMessages(thread.id, [thread.lastMessage])
  earlier.value = { ...earlier.value, [thread.id]: '' }
  update(outgoing.value.map((each) => (each.threadId === null ? { ...each, threadId: thread.id } : each)))
  if (route.value.name === 'conversation' && route.value.threadId === null) route.value = { name: 'conversation', threadId: thread.id }
}

async function pause(error: VisitorError): Promise<void> {
  const seconds = error.retryAfterSeconds ?? 5
  startCountdown(seconds, error)
  const { signal } = skipWait ?? new AbortController()
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, seconds * 1_000)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

function startCountdown(seconds: number, error: VisitorError): void {
  stopCountdown()
  if (error.status === 0) isOffline.value = true
  waiting.value = { seconds: Math.ceil(seconds), isTooFast: error.status === 429 }
  countdown = setInterval(() => {
    const left = (waiting.value?.seconds ?? 0) - 1
    waiting.value = left > 0 ? { seconds: left, isTooFast: error.status === 429 } : null
  }, 1_000)
}

function stopCountdown(): void {
  clearInterval(countdown)
  waiting.value = null
}

/** Pages without HTTPS have no `crypto.randomUUID`. */
function createUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 15) | 64
  bytes[8] = ((bytes[8] ?? 0) & 63) | 128
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
