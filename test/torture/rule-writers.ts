/**
 * Clients that create threads, write, and change statuses and labels on two services, and retry each request until it has a final response.
 */
import type { Verified } from './crash-test.ts'
import { GuaranteeBroken } from './guarantee-broken.ts'
import { getData, isFinal } from './ledger.ts'
import type { Random } from './random.ts'
import type { RuleMix } from './rule-mix.ts'

const writersAtOnce = 6

type Request = { method: 'POST' | 'PATCH'; path: string; body: object }

export class RuleWriters {
  readonly #services: readonly [Verified, Verified]
  readonly #mixes: readonly RuleMix[]
  readonly #random: Random
  readonly #threads = new Map<RuleMix, string[]>()
  #sent = 0

  constructor(services: readonly [Verified, Verified], mixes: readonly RuleMix[], random: Random) {
    this.#services = services
    this.#mixes = mixes
    this.#random = random
  }

  /** Sends the given number of requests, several concurrently. */
  async write(requests: number): Promise<void> {
    let left = requests
    const work = async (): Promise<void> => {
      while (left-- > 0) await this.#writeOne()
    }
    await Promise.all(Array.from({ length: writersAtOnce }, work))
  }

  async #writeOne(): Promise<void> {
    const number = ++this.#sent
    const mix = this.#mixes[number % this.#mixes.length]
    if (!mix) throw new Error('There are no tenants')
    const threads = this.#threads.get(mix) ?? []
    this.#threads.set(mix, threads)
    const request = this.#draw(number, mix, threads)
    const id = await this.#send(mix, request, `write-${number}`)
    if (request.path === '/threads') threads.push(id)
  }

  #draw(number: number, { inboxId, labelId }: RuleMix, threads: readonly string[]): Request {
    const random = this.#random
    const thread = threads[random.between(0, Math.max(0, threads.length - 1))]
    const dice = random.next()
    if (!thread || dice < 0.3) {
      const requester = { email: `customer-${number}@example.com` }
      const body = { title: `Thread ${number}`, body: `Text ${number}`, requester, inboxId, priority: random.pick(['NORMAL', 'HIGH']) }
      return { method: 'POST', path: '/threads', body }
    }
    const path = `/threads/${thread}`
    if (dice < 0.5) return { method: 'POST', path: `${path}/messages`, body: { body: `More ${number}`, authorType: 'CUSTOMER' } }
    if (dice < 0.65) return { method: 'POST', path: `${path}/reply`, body: { body: `Answer ${number}`, sendBy: 'NONE' } }
    if (dice < 0.8) return { method: 'POST', path: `${path}/labels`, body: random.pick([{ add: [labelId] }, { remove: [labelId] }]) }
    return { method: 'PATCH', path, body: { status: random.pick(['open', 'pending', 'resolved']) } }
  }

  /** Returns the id of the object. */
  async #send({ tenant }: RuleMix, { method, path, body }: Request, key: string): Promise<string> {
    const headers = { Authorization: `Bearer ${tenant.key}`, 'Idempotency-Key': key }
    for (;;) {
      const { service, client } = this.#random.pick(this.#services)
      await service.up()
      const { outcome } = await client.send({ method, path, body, headers })
      if (!isFinal(outcome)) continue
      if (outcome.status >= 300) throw new GuaranteeBroken(`${method} ${path} was answered ${outcome.status}: ${outcome.text}`)
      const { id, threadId } = getData(outcome)
      return threadId ?? id
    }
  }
}
