/**
 * Messages on their way. Each has a `clientId` before the first attempt, so that the service stores it once however often it is sent. They
 * are sent one after another, and survive a reload of the page.
 */
import { effect, signal } from '@preact/signals'
import { VisitorError, type WidgetMessage, type WidgetThread } from '../../client/visitor.ts'
import { isPortal } from './bridge.ts'
import { describeError } from './problems.ts'
import { client, endSession, ensureSession, isSessionOver, loadThreads, rememberTyped } from './session.ts'
import { earlier, isOffline, putMessages, putThread, route, view, visitor } from './state.ts'
import { stored } from './storage.ts'
import { createUuid } from './uuid.ts'

export type PreChat = { name?: string; email?: string; fields?: Record<string, string | number | boolean | string[]> }

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
/** Ends the present wait. */
let skipWait: (() => void) | null = null

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
  // On the page of requests, they wait until the customer has signed in. `run` reads signals that this effect must not depend on.
  effect(() => {
    if (!isPortal || visitor.value) queueMicrotask(() => void run())
  })
  addEventListener('online', () => skipWait?.())
}

function update(next: readonly Outgoing[]): void {
  outgoing.value = next
  kept.write(next.length > 0 ? [...next] : null)
}

async function run(): Promise<void> {
  if (isRunning) return
  isRunning = true
  let failures = 0
  for (let next = findNext(); next; next = findNext()) {
    const { clientId } = next
    try {
      await ensureSession()
      await sendOne(next)
      failures = 0
      drop(clientId)
    } catch (error) {
      if (isTemporary(error)) await pause(error, failures++)
      else {
        if (isSessionOver(error)) {
          endSession()
          if (isPortal) break
        }
        const text = describeError(error)
        update(outgoing.value.map((each) => (each.clientId === clientId ? { ...each, error: text } : each)))
      }
    }
  }
  isRunning = false
}

const findNext = (): Outgoing | undefined => outgoing.value.find(({ error }) => error === null)

/** Whether the next attempt may succeed. A message that was not sent keeps its clientId, so it can be sent again in any case. */
function isTemporary(error: unknown): error is VisitorError {
  return error instanceof VisitorError && (error.status === 0 || error.status === 429 || error.status >= 500)
}

async function sendOne(message: Outgoing): Promise<void> {
  const { page } = view.value
  const input = {
    body: message.body,
    clientId: message.clientId,
    ...(message.files.length > 0 ? { uploadIds: message.files.map(({ id }) => id) } : {}),
    ...(message.choiceId === null ? {} : { choiceId: message.choiceId }),
    ...(page ? { page } : {}),
  }
  if (message.threadId !== null) {
    const answer = await client.call<WidgetMessage>('POST', `/threads/${message.threadId}/messages`, input)
    putMessages(answer.threadId, [answer])
    // The thread was closed for good meanwhile, so the message has begun another one.
    if (answer.threadId !== message.threadId) {
      await loadThreads()
      continueIn(message.threadId, answer.threadId)
    }
    return
  }
  const first = { ...input, ...(message.preChat ? { preChat: message.preChat } : {}) }
  takeNewThread(await client.call<WidgetThread>('POST', '/threads', first))
  if (message.preChat) rememberTyped(message.preChat)
}

function takeNewThread(thread: WidgetThread): void {
  putThread(thread)
  putMessages(thread.id, [thread.lastMessage])
  continueIn(null, thread.id)
}

/** Shows a new thread in place of the conversation that it began in, and sends to it what was written there meanwhile. */
function continueIn(from: string | null, threadId: string): void {
  earlier.value = { ...earlier.value, [threadId]: '' }
  const toThread = (each: Outgoing): Outgoing => (each.threadId === from ? { ...each, threadId } : each)
  update(outgoing.value.map(toThread))
  if (route.value.name === 'conversation' && route.value.threadId === from) route.value = { name: 'conversation', threadId }
}

/** Waits for the time that the service names, or a growing one, and shows the seconds. */
async function pause({ status, retryAfterSeconds }: VisitorError, failures: number): Promise<void> {
  let left = Math.ceil(retryAfterSeconds ?? Math.min(30, 2 ** failures))
  if (status === 0) isOffline.value = true
  while (left > 0) {
    waiting.value = { seconds: left, isTooFast: status === 429 }
    await new Promise<void>((resolve) => {
      setTimeout(resolve, 1_000)
      skipWait = () => {
        left = 0
        resolve()
      }
    })
    left--
  }
  waiting.value = null
  if (status === 0) isOffline.value = !navigator.onLine
}
