/** Programs that post messages to the hook of an inbox, each until it is accepted, and record the responses. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { webhookHeaders } from '#platform/outbound/sign-webhook.ts'
import { GuaranteeBroken } from './guarantee-broken.ts'
import type { Random } from './random.ts'
import type { Service } from './service.ts'

/** A message of a conversation. `n` is its place there. */
export type SentItem = {
  externalId: string
  conversationKey: string
  n: number
  /** The text after the edits. */
  body: string
  attempts: number
  /** Ids in the responses. */
  accepted: string[]
}

const senders = 6

export class ItemSenders {
  readonly messages: SentItem[] = []
  edits = 0
  readonly #service: Service
  readonly #hook: { path: string; secret: string }
  #isStopped = true
  #running: Promise<void>[] = []

  constructor(service: Service, hook: { path: string; secret: string }) {
    this.#service = service
    this.#hook = hook
  }

  /** Number of messages that were posted more than once. */
  get repeated(): number {
    return this.messages.filter(({ attempts }) => attempts > 1).length
  }

  start(random: Random): void {
    this.#isStopped = false
    this.#running = Array.from({ length: senders }, (_, i) => this.#sendOn(random.fork(`program ${i}`), `c${i}`))
  }

  /** Waits until everything is accepted. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await Promise.all(this.#running)
  }

  async #sendOn(random: Random, conversationKey: string): Promise<void> {
    for (let n = 0; !this.#isStopped; n++) {
      const externalId = `${conversationKey}-${n}`
      const item: SentItem = { externalId, conversationKey, n, body: `Message ${n}`, attempts: 0, accepted: [] }
      this.messages.push(item)
      const from = { address: `customer-${conversationKey}`, name: 'Ada' }
      const message = { type: 'message.received', data: { externalId, conversationKey, from, body: item.body } }
      // A program that posts a message again after its acceptance.
      const accepts = random.chance(0.1) ? 2 : 1
      while (item.accepted.length < accepts) {
        item.attempts++
        const id = await this.#post(message, randomUUID())
        if (id !== null) item.accepted.push(id)
      }
      if (random.chance(0.2)) {
        item.body = `Message ${n}, edited`
        this.edits++
        const id = randomUUID()
        while ((await this.#post({ type: 'message.edited', data: { externalId, body: item.body } }, id)) === null);
      }
      await sleep(random.between(0, 60))
    }
  }

  /** Returns the id in the response; null without one. */
  async #post(event: object, id: string): Promise<string | null> {
    await this.#service.up()
    const body = JSON.stringify(event)
    const { path, secret } = this.#hook
    const headers = webhookHeaders({ id, timestamp: Math.floor(Date.now() / 1000), body, secrets: [secret] })
    try {
      const response = await fetch(`http://127.0.0.1:${this.#service.port}${path}`, { method: 'POST', headers, body })
      if (response.status >= 400 && response.status < 500)
        throw new GuaranteeBroken(`An event got ${response.status} ${await response.text()}`)
      // Safe because the status says that it was accepted.
      if (response.ok) return ((await response.json()) as { data: { id: string } }).data.id
    } catch (error) {
      if (error instanceof GuaranteeBroken) throw error
    }
    await sleep(20)
    return null
  }
}
