/** `fetch` with upload progress, which browsers report only for XMLHttpRequest. */

/** Options of `fetch`, with a callback for upload progress. */
export type SkeinRequestInit = RequestInit & { onUploadProgress?: OnUploadProgress | undefined }
export type OnUploadProgress = (progress: { loaded: number; total: number }) => void

/** The parts of XMLHttpRequest that are used here. The client is compiled without the browser's types. */
declare const XMLHttpRequest: (new () => UploadRequest) | undefined
type UploadRequest = {
  upload: { addEventListener(type: 'progress', listener: (event: { loaded: number; total: number }) => void): void }
  readonly status: number
  readonly responseText: string
  open(method: string, url: string): void
  setRequestHeader(name: string, value: string): void
  getAllResponseHeaders(): string
  addEventListener(type: 'load' | 'error' | 'loadend', listener: () => void): void
  send(body: unknown): void
  abort(): void
}

/** Uses the runtime's own fetch if there is no `onUploadProgress` or no XMLHttpRequest. */
export async function fetchWithProgress(url: string, { onUploadProgress, ...init }: SkeinRequestInit): Promise<Response> {
  // Look it up at each call, and call it without `this`, which browsers would reject.
  if (!onUploadProgress || typeof XMLHttpRequest === 'undefined') return globalThis.fetch(url, init)
  const { method = 'GET', headers, body, signal } = init
  signal?.throwIfAborted()
  const request = new XMLHttpRequest()
  return new Promise((resolve, reject) => {
    request.open(method, url)
    for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total }) => onUploadProgress({ loaded, total }))
    request.addEventListener('load', () => {
      const lines = request.getAllResponseHeaders().trim().split(/\r?\n/)
      const pairs = lines
        .filter((line) => line !== '')
        .map((line): [string, string] => {
          const [name = '', ...value] = line.split(': ')
          return [name, value.join(': ')]
        })
      const { status, responseText } = request
      // Responses with these statuses have no body, and the `Response` constructor rejects one.
      resolve(new Response([204, 205, 304].includes(status) ? null : responseText, { status, headers: pairs }))
    })
    request.addEventListener('error', () => reject(new TypeError('Failed to fetch')))
    const abort = (): void => {
      request.abort()
      reject(signal?.reason instanceof Error ? signal.reason : new DOMException('The request was aborted', 'AbortError'))
    }
    signal?.addEventListener('abort', abort)
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort))
    request.send(body ?? null)
  })
}
