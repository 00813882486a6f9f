/** Agents that reply once to each thread, and retry each request until it gets a response. */
import { setTimeout as sleep } from 'node:timers/promises'
import { GuaranteeBroken } from './guarantee-broken.ts'
import type { Service, TortureTenant } from './service.ts'

const agents = 3

export class MailReplier {
  /** Ids of the messages whose creation was acknowledged, with prefix. */
  readonly acknowledged: string[] = []
  readonly #answered = new Set<string>()
  readonly #service: Service
  readonly #tenant: TortureTenant
  readonly #channel: string
  readonly #text: string
  #most: number
  #isStopped = true
  #running: Promise<unknown> = Promise.resolve()

  /** `channel` is that of the threads, and `text` the reply. */
  constructor(
    service: Service,
    tenant: TortureTenant,
    most: number,
    channel: 'email' | 'api' | 'telegram' = 'email',
    text = 'We are looking into it.',
  ) {
    this.#text = text
    this.#channel = channel
    this.#service = service
    this.#tenant = tenant
    this.#most = most
  }

  start(): void {
    this.#isStopped = false
    this.#running = Promise.all(Array.from({ length: agents }, () => this.#replyOn()))
    // stop() throws the error. Until then it must not count as unhandled.
    this.#running.catch(() => undefined)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#running
  }

  /** Raises the limit of replies. */
  allowMore(count: number): void {
    this.#most = this.acknowledged.length + count
  }

  async #replyOn(): Promise<void> {
    while (!this.#isStopped) {
      const isOver = this.acknowledged.length >= this.#most
      const threads = isOver ? [] : ((await this.#call<{ id: string }[]>('GET', `/threads?channel=${this.#channel}&limit=20`)) ?? [])
      const next = threads.find(({ id }) => !this.#answered.has(id))
      if (next) await this.#reply(next.id)
      else await sleep(50)
    }
  }

  async #reply(threadId: string): Promise<void> {
    this.#answered.add(threadId)
    for (;;) {
      const message = await this.#call<{ id: string }>('POST', `/threads/${threadId}/reply`, { body: this.#text }, threadId)
      if (message) return void this.acknowledged.push(message.id)
    }
  }

  /** Returns null when the service is down. */
  async #call<Data>(method: string, path: string, body?: object, retryKey?: string): Promise<Data | null> {
    await this.#service.up()
    const response = await fetch(`http://127.0.0.1:${this.#service.port}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.#tenant.key}`,
        'content-type': 'application/json',
        ...(retryKey === undefined ? {} : { 'idempotency-key': retryKey }),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
      .then(async (answer) => ({ status: answer.status, text: await answer.text() }))
      .catch(() => null)
    if (response === null || response.status === 503) {
      await sleep(20)
      return null
    }
    if (response.status >= 300) throw new GuaranteeBroken(`${method} ${path} was answered ${response.status}: ${response.text}`)
    // Safe because a success is an envelope around the type that the caller names; a wrong one fails its checks.
    return (JSON.parse(response.text) as { data: Data }).data
  }
}
