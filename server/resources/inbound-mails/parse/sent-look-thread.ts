/** Reads the look of mails in a worker thread. Gets the bytes of one mail, and replies with its HTML or the failure. */
import { parentPort } from 'node:worker_threads'
import type { ThreadResult } from '#platform/worker-thread.ts'
import { readSentLook } from './sent-look.ts'

parentPort?.on('message', (raw: Uint8Array<ArrayBuffer>) => {
  try {
    parentPort?.postMessage({ output: readSentLook(raw) } satisfies ThreadResult<string | null>, [])
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    parentPort?.postMessage({ error: text } satisfies ThreadResult<string | null>, [])
  }
})
