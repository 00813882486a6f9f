/** Sanitises large HTML in a worker thread. */
import { parentPort } from 'node:worker_threads'
import type { ThreadResult } from '#platform/worker-thread.ts'
import { toSafeHtml } from './safe-html.ts'

/** Sanitised HTML, and the milliseconds that the worker thread spent on it. */
export type Sanitised = { readonly html: string; readonly usedMs: number }

parentPort?.on('message', (input: string) => {
  const startedAt = performance.now()
  try {
    const html = toSafeHtml(input)
    parentPort?.postMessage({ output: { html, usedMs: performance.now() - startedAt } } satisfies ThreadResult<Sanitised>, [])
  } catch (error) {
    parentPort?.postMessage({ error: error instanceof Error ? error.message : String(error) } satisfies ThreadResult<Sanitised>, [])
  }
})
