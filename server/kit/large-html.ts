/**
 * Sanitises large HTML from requests in a worker thread before their handlers run. 250 KB take 50 to 200 ms, during which the process would
 * serve no other request.
 */
import { extname } from 'node:path'
import { ApiError, systemTimeout } from '#platform/errors.ts'
import { createSerialRunner } from '#platform/in-turn.ts'
import { createWorkerThread, ThreadFailure } from '#platform/worker-thread.ts'
import type { Sanitised } from './html-thread.ts'
import { hasTooManyTags, keepSafeHtml } from './safe-html.ts'
import { detectFormat } from './text-format.ts'

/** Minimum length at which a text goes to the worker thread. Shorter texts take a few milliseconds at most. */
const minLength = 8_192

// Use this file's extension, because the npm package contains JavaScript.
const file = new URL(`html-thread${extname(import.meta.url)}`, import.meta.url)
const thread = createWorkerThread<string, Sanitised>(file, 'html', { timeoutMs: 10_000 })
/** Runs one text at a time for each tenant, so that a tenant with many texts does not block the thread for others. */
const inTurn = createSerialRunner<Sanitised>()

/** Milliseconds that preparing a request took, and a function that drops the result when the request is done. */
export type Prepared = { readonly usedMs: number; readonly release: () => void }

/**
 * Sanitises the large HTML texts of a body in advance, so that `toSafeHtml` returns them immediately until `release` is called. Returns
 * undefined when there are none, which is nearly always.
 */
export function prepareLargeHtml(body: unknown, tenantId: string): Promise<Prepared> | undefined {
  const texts = findLargeHtml(body)
  return texts.length === 0 ? undefined : prepare(texts, tenantId)
}

async function prepare(texts: readonly string[], tenantId: string): Promise<Prepared> {
  const releases: (() => void)[] = []
  let usedMs = 0
  try {
    for (const text of texts) {
      const sanitised = await inTurn(tenantId, null, () => thread.run(text))
      releases.push(keepSafeHtml(text, sanitised.html))
      usedMs += sanitised.usedMs
    }
  } catch (error) {
    for (const release of releases) release()
    throw error instanceof ThreadFailure ? new ApiError(systemTimeout, { cause: error }) : error
  }
  return { usedMs, release: () => releases.forEach((release) => release()) }
}

/** Returns the texts of a body that the operation may sanitise. Leaves out HTML with too many tags, which is refused anyway. */
function findLargeHtml(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(findLargeHtml)
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap((part: unknown) => {
    if (typeof part !== 'string') return findLargeHtml(part)
    return part.length >= minLength && detectFormat(part) === 'html' && !hasTooManyTags(part) ? [part] : []
  })
}
