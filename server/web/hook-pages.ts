/**
 * Receives what programs of tenants post to the URLs of their inboxes, outside the API: the signature of the body is the only credential,
 * so the body is read as raw bytes.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Config } from '../config.ts'
import type { Database } from '#platform/db.ts'
import { ApiError, malformedHttp } from '#platform/errors.ts'
import { onBodyCutOff } from '#platform/http/body-cut-off.ts'
import type { PageHandler } from '#platform/http/front-door.ts'
import { countHook } from '#platform/http/guards.ts'
import type { Limits } from '#platform/http/rate-limit.ts'
import { getState } from '#platform/http/request-state.ts'
import { toTypeId } from '#platform/ids.ts'
import type { Secrets } from '#platform/secrets.ts'
import { acceptItems, hookTooLarge, readHookRequest } from '../resources/inbound-items/index.ts'
import { hooksPath } from '../resources/inboxes/index.ts'

type Services = { config: Config; db: Database; secrets: Secrets; limits: Pick<Limits, 'take'>; onWrite: () => void }

/** Maximum bytes of a body. */
const maxBytes = 1_048_576

/** Creates the function that finds the handler of a path; null for paths of other pages. */
export function createHookPages(services: Services): (path: string) => PageHandler | null {
  return (path) => {
    if (!path.startsWith(`${hooksPath}/`)) return null
    const page: PageHandler = (req, res) => receive(services, req, res, path.slice(hooksPath.length + 1))
    return Object.assign(page, { counts: true, methods: ['POST'] })
  }
}

async function receive(services: Services, req: IncomingMessage, res: ServerResponse, key: string): Promise<void> {
  const bytes = await readBytes(req, res)
  const request = await readHookRequest(services, key, { headers: readHeaders(req), bytes })
  // Only verified requests count against the inbox's limit, so that nobody else can use it up.
  await countHook(services.limits, request.inbox, res, getState(req))
  const { id, isNew } = await acceptItems(services, request)
  if (isNew) services.onWrite()
  const text = JSON.stringify({ data: { id: id === null ? null : toTypeId('itm', id) }, error: null })
  res.writeHead(isNew ? 202 : 200, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(text) })
  res.end(text)
}

/** Returns headers with one value each; repeated ones are ambiguous, and so absent. */
function readHeaders({ headersDistinct }: IncomingMessage): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(headersDistinct).map(([name, values]) => [name, values?.length === 1 ? values[0] : undefined]))
}

/** Reads the body. Stops at the limit, and throws 413. */
function readBytes(req: IncomingMessage, res: ServerResponse): Promise<Buffer> {
  const announced = Number(req.headers['content-length'] ?? 0)
  if (announced > maxBytes) return Promise.reject(new ApiError(hookTooLarge))
  if (getState(req).awaitsContinue) res.writeContinue()
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const complete = onBodyCutOff(req, res, () => reject(new ApiError(malformedHttp)))
    const take = (chunk: Buffer): void => {
      size += chunk.length
      if (size <= maxBytes) {
        chunks.push(chunk)
        return
      }
      req.off('data', take)
      chunks.length = 0
      complete()
      reject(new ApiError(hookTooLarge))
    }
    req.on('data', take)
    req.on('end', () => {
      complete()
      resolve(Buffer.concat(chunks))
    })
    req.on('error', reject)
  })
}
