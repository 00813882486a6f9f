/** What every torture shares: a service with tenants, clients at work, their ledger, and the verdict over it all. */
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkApi } from './check-api.ts'
import { checkFacts } from './check-facts.ts'
import { checkLedger } from './check-ledger.ts'
import { hungUp, openClient, type Client } from './client.ts'
import { readFacts } from './facts.ts'
import { isProtected, isSettling, isSuccess, Ledger, settlingAnswers, type Attempt } from './ledger.ts'
import { seededRandom, type Random } from './random.ts'
import { Service, type TortureTenant } from './service.ts'
import { sendAttempt, startWorkload, type Workload } from './workload.ts'

export type SceneOptions = {
  seed: number
  writers?: number
  /** Told what happens, a line at a time. */
  say?: (line: string) => void
}

/** A torture of so many rounds. */
export type Torture = (options: SceneOptions & { rounds: number }) => Promise<Scene>

/** A service, and a client of it. */
export type Verified = { service: Service; client: Client }
/** The outcome of each attempt at one moment. */
export type Heard = ReadonlyMap<Attempt, Attempt['outcome']>

/** What the service promises and did not keep. */
export class PromisesBroken extends Error {}

const violationsShown = 12

export class Scene {
  readonly service: Service
  readonly random: Random
  readonly ledger = new Ledger()
  readonly client: Client
  readonly tenants: readonly [TortureTenant, ...TortureTenant[]]
  readonly say: (line: string) => void
  readonly #name: string
  readonly #writers: number
  #workload: Workload | null = null
  #concluded: Promise<void> | null = null

  private constructor(
    name: string,
    service: Service,
    tenants: Scene['tenants'],
    { seed, writers = 8, say = () => undefined }: SceneOptions,
  ) {
    this.#name = name
    this.#writers = writers
    this.service = service
    this.tenants = tenants
    this.say = say
    this.random = seededRandom(seed)
    this.client = openClient(service.port, 64)
  }

  /** Starts a service, runs `torture` on it, and gives the verdict. Throws an Error that explains itself; the data are then kept. */
  static async play(name: string, options: SceneOptions, torture: (scene: Scene) => Promise<void>): Promise<Scene> {
    const service = await Service.prepare()
    let scene: Scene | null = null
    let failed = true
    try {
      await service.start()
      const tenants = [await service.createTenant('torture-one'), await service.createTenant('torture-two')] as const
      scene = new Scene(name, service, tenants, options)
      await torture(scene)
      await scene.conclude()
      failed = false
      return scene
    } catch (error) {
      scene?.keepLedger()
      const where = `Seed ${options.seed}; data, logs and ledger are in ${service.dataDir}; SKEIN_TEST_SEED=${options.seed} replays the choices.`
      if (error instanceof PromisesBroken) throw new PromisesBroken(`${error.message}\n${where}`)
      throw new Error(`${name} could not go on: ${error instanceof Error ? error.message : String(error)}\n${where}`, { cause: error })
    } finally {
      scene?.client.close()
      await service.remove({ keep: failed })
    }
  }

  /** Sends the clients to work. */
  startWriters(): void {
    const { client, ledger, random, tenants, service } = this
    this.#workload ??= startWorkload({ client, ledger, random, tenants, writers: this.#writers, up: () => service.up() })
  }

  /** Lets the clients finish what they are at; they may be sent to work again. */
  async stopWriters(): Promise<void> {
    await this.#workload?.stop()
    this.#workload = null
  }

  /**
   * Lets the clients finish, holds everything against everything, has them repeat what is still open, and does so again.
   * Comes by itself at the end of a torture; one that has something to look at afterwards calls it.
   */
  conclude(): Promise<void> {
    return (this.#concluded ??= this.#conclude())
  }

  async #conclude(): Promise<void> {
    await this.stopWriters()
    await this.verify('when the clients had stopped')
    await this.#settle()
    await this.verify('after everything had been settled', { api: true })
  }

  /** What every client has heard so far. */
  heard(): Heard {
    return new Map(this.ledger.operations.flatMap(({ attempts }) => attempts.map((attempt) => [attempt, attempt.outcome] as const)))
  }

  /** Throws what is wrong, with the moment. `at` is another place that must keep the same promises, as of what was `heard`. */
  async verify(moment: string, { api = false, at = this as Verified, heard = this.heard() } = {}): Promise<void> {
    const facts = await readFacts(at.service, this.tenants)
    // The clients go on meanwhile: of what they send and hear after this, the ledger knows only that it was sent.
    const operations = this.ledger.operations.map((operation) => ({
      ...operation,
      attempts: operation.attempts.map((attempt) => ({ ...attempt, outcome: heard.get(attempt) ?? null })),
    }))
    const violations = [...facts.flatMap(checkFacts), ...checkLedger(operations, facts)]
    if (api) for (const tenant of this.tenants) violations.push(...(await checkApi(at.client, tenant, facts)))
    this.report(moment, violations)
  }

  /** Throws PromisesBroken with the moment and the first of the violations, if there are any. */
  report(moment: string, violations: readonly string[]): void {
    if (violations.length === 0) return
    const shown = violations
      .slice(0, violationsShown)
      .map((text) => `- ${text}`)
      .join('\n')
    throw new PromisesBroken(
      `${this.#name}: ${violations.length} promises broken ${moment}:\n${shown}\nThe service's log ends:\n${this.service.logTail()}`,
    )
  }

  /** Repeats every protected operation that nobody settled until it is, and a sample of the settled ones: they must be answered as before. */
  async #settle(): Promise<void> {
    const open = this.ledger.operations.filter((operation) => isProtected(operation) && operation.attempts.length > 0)
    for (const operation of open) {
      const settled = settlingAnswers(operation).length > 0
      if (settled && !this.random.chance(0.1)) continue
      const tenant = this.tenants.find(({ tenantId }) => tenantId === operation.tenantId) ?? this.tenants[0]
      const { outcome } = await sendAttempt(this.client, this.ledger, tenant, operation)
      if (!isSettling(outcome))
        throw new PromisesBroken(`The service is well, but ${operation.id} still cannot be settled: ${JSON.stringify(outcome)}`)
      const mustReplay = settled && operation.idempotencyKey !== null
      if (mustReplay && !outcome.replayed)
        throw new PromisesBroken(
          `${operation.id} was answered before, but its repetition says nothing of Idempotent-Replayed: ${outcome.text.slice(0, 300)}`,
        )
    }
  }

  /** What happened, in a line. */
  summary(): string {
    const attempts = this.ledger.operations.flatMap((operation) => operation.attempts)
    const answered = attempts.flatMap(({ outcome }) => (outcome?.kind === 'answered' ? [outcome] : []))
    const acknowledged = this.ledger.operations.filter((operation) => settlingAnswers(operation).some(({ answer }) => isSuccess(answer)))
    const parts = {
      operations: this.ledger.operations.length,
      sent: attempts.length,
      acknowledged: acknowledged.length,
      'cut off': this.lost(),
      'answered 503': answered.filter(({ status }) => status === 503).length,
      replayed: answered.filter(({ replayed }) => replayed).length,
    }
    return Object.entries(parts)
      .map(([name, count]) => `${count} ${name}`)
      .join(', ')
  }

  /** Requests that were sent and, by no doing of the client, never answered. */
  lost(): number {
    return this.ledger.operations
      .flatMap(({ attempts }) => attempts)
      .filter(({ outcome }) => outcome?.kind === 'lost' && outcome.why !== hungUp).length
  }

  keepLedger(): void {
    for (const operation of this.ledger.operations)
      appendFileSync(join(this.service.dataDir, 'ledger.jsonl'), `${JSON.stringify(operation)}\n`)
  }
}
