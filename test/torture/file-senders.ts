/** Clients that upload files continuously, as a form or to a presigned URL, and record the responses. */
import { hash, randomBytes, randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { GuaranteeBroken } from './guarantee-broken.ts'
import type { Random } from './random.ts'
import type { Service, TortureTenant } from './service.ts'

type Shown = { id: string; state: string; sha256: string | null; url: string | null; uploadUrl: string }
type Answer = { status: number; data: Shown }

/**
 * A file: with `isForm` it is sent as a form with an idempotency key, otherwise to a presigned URL. `known` is true after its
 * acknowledgement.
 */
export type Sending = {
  isForm: boolean
  retryKey: string
  bytes: Buffer
  sha256: string
  id: string | null
  uploadUrl: string | null
  known: boolean
}

const piece = 65_536

export class FileSenders {
  readonly sendings: Sending[] = []
  lost = 0
  readonly #service: Service
  readonly #tenant: TortureTenant
  #stopped = true
  #running: Promise<void>[] = []

  constructor(service: Service, tenant: TortureTenant) {
    this.#service = service
    this.#tenant = tenant
  }

  start(count: number, random: Random): void {
    this.#stopped = false
    this.#running = Array.from({ length: count }, (_, n) => this.#sendOn(random.fork(`sender ${n}`)))
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await Promise.all(this.#running)
  }

  async #sendOn(random: Random): Promise<void> {
    while (!this.#stopped) {
      await this.#service.up()
      const bytes = randomBytes(random.between(1, 3_000_000))
      const sending: Sending = {
        isForm: random.chance(0.5),
        retryKey: randomUUID(),
        bytes,
        sha256: hash('sha256', bytes, 'hex'),
        id: null,
        uploadUrl: null,
        known: false,
      }
      this.sendings.push(sending)
      // A slow sender, so that most kills interrupt some uploads.
      await this.send(sending, random.between(0, 15)).catch((error: unknown) => {
        if (error instanceof GuaranteeBroken) throw error
        this.lost++
      })
    }
  }

  /** Sends the file. Throws when the connection is lost. */
  async send(sending: Sending, pauseMs = 0): Promise<void> {
    const answer = sending.isForm ? await this.#sendForm(sending, pauseMs) : await this.#sendPresigned(sending, pauseMs)
    // The service is down.
    if (answer.status === 503) throw new Error('unavailable')
    if (answer.status !== 201 && answer.status !== 200) throw new GuaranteeBroken(`An upload was answered ${JSON.stringify(answer)}`)
    sending.id = answer.data.id
    sending.known = true
  }

  #sendForm({ retryKey, bytes }: Sending, pauseMs: number): Promise<Answer> {
    const boundary = `b${retryKey}`
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="data.bin"\r\nContent-Type: application/octet-stream\r\n\r\n`
    const body = [Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}`, 'idempotency-key': retryKey }
    return this.call('POST', '/api/v1/uploads', { body: Buffer.concat(body), headers, pauseMs })
  }

  async #sendPresigned(sending: Sending, pauseMs: number): Promise<Answer> {
    const { bytes, sha256, retryKey } = sending
    const contentType = 'application/octet-stream'
    if (sending.uploadUrl === null) {
      const body = Buffer.from(JSON.stringify({ filename: 'data.bin', contentType, size: bytes.length, sha256 }))
      const headers = { 'content-type': 'application/json', 'idempotency-key': retryKey }
      const { status, data } = await this.call('POST', '/api/v1/uploads/presigned', { body, headers })
      if (status !== 201) return { status, data }
      const url = new URL(data.uploadUrl)
      Object.assign(sending, { id: data.id, uploadUrl: url.pathname + url.search })
    }
    const put = await this.call('PUT', sending.uploadUrl ?? '', { body: bytes, headers: { 'content-type': contentType }, pauseMs })
    // The file had arrived, but the response was lost.
    if (put.status === 409) return this.call('GET', `/api/v1/uploads/${sending.id}`)
    return put
  }

  async call(
    method: string,
    path: string,
    { body = Buffer.alloc(0), headers = {}, pauseMs = 0 }: { body?: Buffer; headers?: Record<string, string>; pauseMs?: number } = {},
  ): Promise<Answer> {
    const authorization = path.startsWith('/api/') ? { authorization: `Bearer ${this.#tenant.key}` } : {}
    const length = body.length > 0 ? { 'content-length': String(body.length) } : {}
    const sent = request({
      host: '127.0.0.1',
      port: this.#service.port,
      method,
      path,
      agent: false,
      headers: { ...authorization, ...headers, ...length },
    })
    const answered = new Promise<Answer>((resolve, reject) => {
      sent.on('error', reject)
      sent.on('response', (response) => {
        text(response).then((told) => {
          // Safe because every response here is the envelope of an upload, or of an error.
          resolve({ status: response.statusCode ?? 0, data: (JSON.parse(told) as { data: Shown }).data })
        }, reject)
      })
    })
    answered.catch(() => {})
    for (let at = 0; at < body.length && !sent.destroyed; at += piece) {
      sent.write(body.subarray(at, at + piece))
      if (pauseMs > 0) await sleep(pauseMs)
    }
    sent.end()
    return answered
  }

  /** Returns the bytes behind a signed URL. */
  async read(url: string): Promise<Buffer> {
    const { pathname, search } = new URL(url)
    const answer = await fetch(`http://127.0.0.1:${this.#service.port}${pathname}${search}`)
    if (!answer.ok) throw new GuaranteeBroken(`A file is not there: ${answer.status} ${await answer.text()}`)
    return Buffer.from(await answer.arrayBuffer())
  }

  /**
   * Checks that acknowledged files are complete. Of the files whose response was lost, every other one is sent again, and must then exist
   * once.
   */
  async settle(): Promise<void> {
    for (const [i, sending] of this.sendings.filter(({ known }) => !known).entries()) if (i % 2 === 0) await this.send(sending)
    for (const { id, sha256 } of this.sendings.filter(({ known }) => known)) {
      const { data } = await this.call('GET', `/api/v1/uploads/${id}`)
      const found = data.url === null ? null : hash('sha256', await this.read(data.url), 'hex')
      if (data.state !== 'READY' || found !== sha256)
        throw new GuaranteeBroken(`Upload ${id} is ${data.state} with ${found}, not ${sha256}`)
    }
  }
}
