/** `fetch` that also tells how much of the body has been sent. Browsers tell that of XMLHttpRequest alone. */

/** What `fetch` takes, and whom to tell how much of the body has been sent. */
export type SkeinRequestInit = RequestInit & { onUploadProgress?: OnUploadProgress | undefined }
export type OnUploadProgress = (progress: { loaded: number; total: number }) => void

/** The part of the browser's class that is used here: the client is compiled without the browser's types. */
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

/** Without `onUploadProgress`, and where there is no XMLHttpRequest, the runtime's own fetch. */
export async function fetchWithProgress(url: string, { onUploadProgress, ...init }: SkeinRequestInit): Promise<Response> {
  // Looked up at each call, and called without `this`, which browsers refuse.
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
      // Answers with these statuses have no body, and `Response` refuses one.
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
