/** Parses mails in a thread with limited memory and time, so that no mail can stop the service. */
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { ParsedMail } from './parsed-mail.ts'
import type { ParserAnswer } from './parser-thread.ts'

/** The parser could not read a mail: it took too long, needed too much memory, or failed. */
export class MailUnreadable extends Error {
  override name = 'MailUnreadable'
}

export type MailParser = {
  /** Parses a mail. The bytes move to the thread, so the caller cannot use them afterwards. Rejects with {@link MailUnreadable}. */
  readonly parse: (raw: Uint8Array) => Promise<ParsedMail>
  /** Ends the thread. Mails that wait are rejected. */
  readonly stop: () => Promise<void>
}

type ParserOptions = {
  /** Memory for the thread's JavaScript objects. The bytes of the mail are not part of it. */
  readonly maxMemoryMb?: number
  readonly timeoutMs?: number
  /** Time without a mail after which the thread ends, and gives its memory back. */
  readonly idleMs?: number
}

/** With less memory, V8 cannot start the thread, and ends the whole process. */
const minMemoryMb = 32

type Order = { raw: Uint8Array<ArrayBuffer>; resolve: (mail: ParsedMail) => void; reject: (error: MailUnreadable) => void }

/** Creates a parser with one thread, which starts with the first mail. */
export function createMailParser({ maxMemoryMb = 256, timeoutMs = 20_000, idleMs = 60_000 }: ParserOptions = {}): MailParser {
  const waiting: Order[] = []
  let current: Order | null = null
  let thread: Worker | null = null
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  /** Ends the thread and the mail that it parses. The next mail gets a new thread. */
  const replace = (why: string): void => {
    const failed = current
    void endThread()
    failed?.reject(new MailUnreadable(why))
    next()
  }
  const endThread = async (): Promise<void> => {
    const ended = thread
    thread = current = null
    clearTimeout(timer)
    ended?.removeAllListeners()
    // A thread that ends may still report that its memory is used up.
    ended?.on('error', () => {})
    await ended?.terminate()
  }
  const start = (): Worker => {
    // The file has the ending of this one: the npm package contains JavaScript.
    const worker = new Worker(new URL(`parser-thread${extname(import.meta.url)}`, import.meta.url), {
      // Flags of the service, such as those of a debugger, are not for the thread.
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: Math.max(minMemoryMb, maxMemoryMb), maxYoungGenerationSizeMb: 16 },
      name: 'mail-parser',
    })
    worker.on('message', (answer: ParserAnswer) => {
      const done = current
      current = null
      clearTimeout(timer)
      if ('mail' in answer) done?.resolve(answer.mail)
      else done?.reject(new MailUnreadable(answer.error))
      next()
    })
    worker.on('error', (error) => replace(error.message))
    worker.on('exit', (code) => replace(`The parser ended with code ${code}.`))
    return worker
  }
  const next = (): void => {
    if (current !== null || isStopped) return
    current = waiting.shift() ?? null
    if (current === null) {
      // Neither an idle thread nor the timer keeps the process alive.
      thread?.unref()
      if (thread) timer = setTimeout(() => void endThread(), idleMs).unref()
      return
    }
    clearTimeout(timer)
    thread ??= start()
    thread.ref()
    timer = setTimeout(() => replace(`Parsing took longer than ${timeoutMs} ms.`), timeoutMs)
    const { raw } = current
    thread.postMessage(raw, [raw.buffer])
  }
  return {
    parse: (raw) =>
      new Promise((resolve, reject) => {
        if (isStopped) return reject(new MailUnreadable('The parser is stopped.'))
        waiting.push({ raw: toOwnBuffer(raw), resolve, reject })
        next()
      }),
    stop: async () => {
      isStopped = true
      const failed = [current, ...waiting.splice(0)]
      await endThread()
      for (const order of failed) order?.reject(new MailUnreadable('The parser is stopped.'))
    },
  }
}

/** Returns bytes whose buffer can move to the thread: small Buffers share theirs with others. */
function toOwnBuffer(raw: Uint8Array): Uint8Array<ArrayBuffer> {
  const isOwn = raw.buffer instanceof ArrayBuffer && raw.byteLength === raw.buffer.byteLength
  return isOwn ? new Uint8Array(raw.buffer) : Uint8Array.from(raw)
}
