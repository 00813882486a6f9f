import autocannon from 'autocannon'
import { connections, type LoadResult, type Template } from './load-shape.ts'

/** Generates load with autocannon, for machines without wrk. It uses more CPU than wrk, which the service then lacks. */
export async function loadWithAutocannon(url: string, templates: readonly Template[], seconds: number): Promise<LoadResult> {
  const word = `run-${Date.now()}-`
  let sent = 0
  let started = 0
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    timeout: 20,
    setupClient(client) {
      // Each connection starts at a different position in the list. Otherwise all would send to the same tenant at the same time.
      const first = Math.floor((started++ / connections) * templates.length)
      const freshKey = (request: autocannon.Request): autocannon.Request => {
        request.headers['idempotency-key'] = word + sent++
        return request
      }
      client.setRequests([...templates.slice(first), ...templates.slice(0, first)].map((template) => toRequest(template, freshKey)))
    },
  })
  const failed = result.non2xx + result.errors
  if (failed > 0) throw new Error(`${failed} of ${result.requests.total} requests failed`)
  return { requests: result.requests.total, perSecond: result.requests.total / result.duration, p99Ms: result.latency.p99 }
}

function toRequest(
  { method, path, key, body, idempotent }: Template,
  freshKey: (request: autocannon.Request) => autocannon.Request,
): autocannon.Request {
  const request: autocannon.Request = { method, path, headers: { authorization: `Bearer ${key}` } }
  if (body !== null) {
    request.body = body
    request.headers['content-type'] = 'application/json'
  }
  if (idempotent) request.setupRequest = freshKey
  return request
}
