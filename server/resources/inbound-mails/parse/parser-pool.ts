/** Parses mails in a worker thread. */
import { extname } from 'node:path'
import { createWorkerThread, ThreadFailure, type ThreadOptions } from '#platform/worker-thread.ts'
import type { ParsedMail } from './parsed-mail.ts'

/** Thrown when the parser took too long, needed too much memory, or failed. */
export class MailUnreadable extends Error {
  override name = 'MailUnreadable'
}

type MailReader<Output> = {
  /** Reads a mail. Transfers the bytes to the thread, so the caller cannot use them afterwards. Rejects with {@link MailUnreadable}. */
  readonly parse: (raw: Uint8Array) => Promise<Output>
  /** Terminates the thread and rejects waiting mails. */
  readonly stop: () => Promise<void>
}

export type MailParser = MailReader<ParsedMail>

/** Creates a parser with one thread, which starts with the first mail. */
export function createMailParser(options: ThreadOptions = {}): MailParser {
  return createReader<ParsedMail>(new URL(`parser-thread${extname(import.meta.url)}`, import.meta.url), options)
}

/** Creates a reader of the HTML of mails as it was sent, with one thread, which starts with the first mail. */
export function createLookReader(options: ThreadOptions = {}): MailReader<string | null> {
  return createReader<string | null>(new URL(`sent-look-thread${extname(import.meta.url)}`, import.meta.url), options)
}

/** Creates a reader with a thread for the file. Files keep the extension of this one, because the npm package contains JavaScript. */
function createReader<Output>(file: URL, options: ThreadOptions): MailReader<Output> {
  const { run, stop } = createWorkerThread<Uint8Array, Output>(file, 'mail-parser', options)
  return {
    async parse(given) {
      const raw = toOwnBuffer(given)
      try {
        return await run(raw, [raw.buffer])
      } catch (error) {
        throw error instanceof ThreadFailure ? new MailUnreadable(error.message) : error
      }
    },
    stop,
  }
}

/** Returns bytes with a buffer of their own, which can be transferred. Small Buffers share theirs. */
function toOwnBuffer(raw: Uint8Array): Uint8Array<ArrayBuffer> {
  const isOwn = raw.buffer instanceof ArrayBuffer && raw.byteLength === raw.buffer.byteLength
  return isOwn ? new Uint8Array(raw.buffer) : Uint8Array.from(raw)
}
