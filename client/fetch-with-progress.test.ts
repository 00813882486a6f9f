/** Upload progress, which browsers report only for XMLHttpRequest. The dashboard's tests use a real XMLHttpRequest. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createSkeinClient } from './index.ts'

type Listener = (event: { loaded: number; total: number }) => void

/** The parts of XMLHttpRequest that the client uses, controlled by the test. */
class FakeRequest {
  static readonly made: FakeRequest[] = []
  readonly headers = new Headers()
  readonly #listeners = new Map<string, Listener>()
  readonly upload = { addEventListener: (type: string, listener: Listener) => this.addEventListener(`upload ${type}`, listener) }
  status = 0
  responseText = ''
  opened = ''
  body: unknown = null
  isAborted = false
  constructor() {
    FakeRequest.made.push(this)
  }
  open(method: string, url: string): void {
    this.opened = `${method} ${url}`
  }
  setRequestHeader(name: string, value: string): void {
    this.headers.set(name, value)
  }
  getAllResponseHeaders(): string {
    return 'x-request-id: r-7\r\ncontent-type: application/json; charset=utf-8\r\n'
  }
  addEventListener(type: string, listener: Listener): void {
    this.#listeners.set(type, listener)
  }
  say(type: string, loaded = 0, total = 0): void {
    this.#listeners.get(type)?.({ loaded, total })
  }
  send(body: unknown): void {
    this.body = body
  }
  abort(): void {
    this.isAborted = true
  }
}

beforeEach(() => {
  Object.assign(globalThis, { XMLHttpRequest: FakeRequest })
})
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'XMLHttpRequest')
  FakeRequest.made.length = 0
})

function uploading(signal?: AbortSignal) {
  const skein = createSkeinClient({ baseUrl: 'https://support.example.com', apiKey: 'svck_test', attemptsMax: 1 })
  const told: number[] = []
  const call = skein.createUpload({
    body: { file: new File(['number,subject'], 'export.csv') },
    idempotencyKey: 'key-1',
    signal,
    onUploadProgress: ({ loaded, total }) => void told.push(loaded / total),
  })
  call.catch(() => undefined)
  return { call, told }
}
const request = () => vi.waitFor(() => FakeRequest.made[0] ?? expect.fail('nothing was sent'), { timeout: 60_000 })

it('an upload reports its progress and ends with a normal response', async () => {
  const { call, told } = uploading()
  const sent = await request()
  expect([sent.opened, sent.headers.get('authorization'), sent.headers.get('idempotency-key')]).toEqual([
    'POST https://support.example.com/api/v1/uploads',
    'Bearer svck_test',
    'key-1',
  ])
  expect(sent.body).toBeInstanceOf(FormData)
  sent.say('upload progress', 5, 20)
  sent.say('upload progress', 20, 20)
  Object.assign(sent, { status: 201, responseText: JSON.stringify({ data: { id: 'upl_1' }, error: null }) })
  sent.say('load')
  expect(await call).toMatchObject({ data: { id: 'upl_1' }, status: 201, requestId: 'r-7' })
  expect(told).toEqual([0.25, 1])
})

it('refusals, lost connections and cancelled uploads fail as without progress', async () => {
  const refused = uploading()
  const body = {
    data: null,
    error: { code: 'SVC-UPLOAD-TOO_LARGE', message: 'Too large.', status: 413, requestId: 'r-7', details: [], docUrl: '' },
  }
  Object.assign(await request(), { status: 413, responseText: JSON.stringify(body) }).say('load')
  await expect(refused.call).rejects.toMatchObject({ code: 'SVC-UPLOAD-TOO_LARGE', status: 413 })
  FakeRequest.made.length = 0
  const lost = uploading()
  const second = await request()
  second.say('error')
  await expect(lost.call).rejects.toThrow('got no response')
  FakeRequest.made.length = 0
  const stop = new AbortController()
  const cancelled = uploading(stop.signal)
  const third = await request()
  stop.abort(new Error('not this one'))
  await expect(cancelled.call).rejects.toThrow('not this one')
  expect(third.isAborted).toBe(true)
})
