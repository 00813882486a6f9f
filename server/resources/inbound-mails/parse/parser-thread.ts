/** Parses mails in a worker thread. Gets the bytes of one mail, and replies with the parsed mail or the failure. */
import { parentPort } from 'node:worker_threads'
import type { ThreadResult } from '#platform/worker-thread.ts'
import { parseMail } from './parse-mail.ts'
import type { ParsedMail } from './parsed-mail.ts'

type Result = ThreadResult<ParsedMail>

parentPort?.on('message', async (raw: Uint8Array<ArrayBuffer>) => {
  try {
    const mail = await parseMail(raw)
    // The contents of the parts are views of the mail's own buffer.
    parentPort?.postMessage({ output: mail } satisfies Result, mail.parts.length > 0 ? [raw.buffer] : [])
  } catch (error) {
    parentPort?.postMessage({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) } satisfies Result, [])
  }
})
