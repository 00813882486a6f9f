/** Callers that create threads while the service scales out, or while processes are killed. */

/**
 * Creates threads one after the other at any of the URLs until `stop`, as a client with retries does. Each attempt opens a new connection.
 */
export function createThreads(urls: readonly string[], key: string, name: string): { created: Map<string, string>; stop(): Promise<void> } {
  const created = new Map<string, string>()
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', Connection: 'close' }
  const body = JSON.stringify({ title: 'The export is empty', body: 'Since Monday.', requester: { email: 'ada@example.com' } })
  const stopping = new AbortController()
  const create = async (idempotencyKey: string): Promise<string> => {
    for (let attempt = 0; ; attempt++) {
      const url = `${urls[attempt % urls.length] ?? ''}/api/v1/threads`
      const response = await fetch(url, { method: 'POST', headers: { ...headers, 'Idempotency-Key': idempotencyKey }, body }).catch(
        () => null,
      )
      // Safe because a 201 of this operation has this shape.
      if (response?.status === 201) return ((await response.json()) as { data: { threadId: string } }).data.threadId
      const text = await response?.text().catch(() => '')
      // The previous attempt may still be running.
      const isInProgress = response?.status === 409 && text?.includes('SVC-IDEMPOTENCY-IN_PROGRESS')
      if (response && response.status !== 503 && !isInProgress) throw new Error(`${response.status} ${text}`)
    }
  }
  const working = (async () => {
    for (let n = 0; !stopping.signal.aborted; n++) created.set(`${name}-${n}`, await create(`${name}-${n}`))
  })()
  return {
    created,
    stop: () => {
      stopping.abort()
      return working
    },
  }
}

/** Returns the number of threads of the key's tenant. */
export async function countThreads(url: string, key: string): Promise<number> {
  const response = await fetch(`${url}/api/v1/threads?limit=1`, { headers: { Authorization: `Bearer ${key}` } })
  // Safe because lists have this shape.
  return ((await response.json()) as { meta: { total: number } }).meta.total
}
