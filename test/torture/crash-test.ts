/** Common part of all crash tests: a service with tenants, clients that write to it, their ledger, and the final checks. */
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkApi } from './check-api.ts'
import { checkFacts } from './check-facts.ts'
import { checkLater, untilAllIsDone } from './check-later.ts'
import { checkLedger } from './check-ledger.ts'
import { GuaranteeBroken } from './guarantee-broken.ts'
import { hungUp, openClient, type Client } from './client.ts'
import { checkCrew, makeCrew, type Crew } from './crew.ts'
import { readFacts } from './facts.ts'
import { isProtected, isFinal, isSuccess, Ledger, finalResponses, type Attempt } from './ledger.ts'
import { seededRandom, type Random } from './random.ts'
import { Service, type TortureTenant } from './service.ts'
import { sendAttempt, startWorkload, type Workload } from './workload.ts'

export type CrashTestOptions = {
  seed: number
  writers?: number
  /** True when agents also assign, snooze, merge, split, schedule and change in batches. The service then has a worker in its process. */
  agents?: boolean
  /** Called with a line for each event. */
  log?: (line: string) => void
}

/** Runs a crash test for a number of rounds. */
export type Torture = (options: CrashTestOptions & { rounds: number }) => Promise<CrashTest>

/** A service and a client of it. */
export type Verified = { service: Service; client: Client }
/** Outcome of each attempt, as the clients know it at one point in time. */
export type Outcomes = ReadonlyMap<Attempt, Attempt['outcome']>

const violationsShown = 12

export class CrashTest {
  readonly service: Service
  readonly random: Random
  readonly ledger = new Ledger()
  readonly client: Client
  readonly tenants: readonly [TortureTenant, ...TortureTenant[]]
  readonly log: (line: string) => void
  readonly #name: string
  readonly #writers: number
  #crews: readonly Crew[] = []
  readonly #workloads: Workload[] = []
  #concluded: Promise<void> | null = null

  private constructor(
    name: string,
    service: Service,
    tenants: CrashTest['tenants'],
    { seed, writers = 8, log = () => undefined }: CrashTestOptions,
  ) {
    this.#name = name
    this.#writers = writers
    this.service = service
    this.tenants = tenants
    this.log = log
    this.random = seededRandom(seed)
    this.client = openClient(service.port, 64)
  }

  /**
   * Starts a service, runs `torture` on it and makes the final checks. On a failure, throws an Error with the reason and keeps the data.
   */
  static async run(name: string, options: CrashTestOptions, torture: (crashTest: CrashTest) => Promise<void>): Promise<CrashTest> {
    const service = await Service.prepare({ command: options.agents ? 'start' : 'serve' })
    let crashTest: CrashTest | null = null
    let failed = true
    try {
      await service.start()
      const tenants = [await service.createTenant('torture-one'), await service.createTenant('torture-two')] as const
      crashTest = new CrashTest(name, service, tenants, options)
      if (options.agents) await crashTest.#hire()
      await torture(crashTest)
      await crashTest.conclude()
      failed = false
      return crashTest
    } catch (error) {
      crashTest?.keepLedger()
      const where = `Seed ${options.seed}; data, logs and ledger are in ${service.dataDir}; SKEIN_TEST_SEED=${options.seed} replays the choices.`
      if (error instanceof GuaranteeBroken) throw new GuaranteeBroken(`${error.message}\n${where}`)
      throw new Error(`${name} could not go on: ${error instanceof Error ? error.message : String(error)}\n${where}`, { cause: error })
    } finally {
      crashTest?.client.close()
      await service.remove({ keep: failed })
    }
  }

  async #hire(): Promise<void> {
    this.#crews = await Promise.all(this.tenants.map((tenant, i) => makeCrew(this.client, tenant, { isTimed: i === 1 })))
  }

  /** Starts the clients. A second call with another service on the same data starts as many clients there. */
  startWriters({ service, client }: Verified = this): void {
    const { ledger, tenants } = this
    const random = this.#workloads.length === 0 ? this.random : this.random.fork(`workload ${this.#workloads.length}`)
    const up = (): Promise<void> => service.up()
    this.#workloads.push(startWorkload({ client, ledger, random, tenants, writers: this.#writers, crews: this.#crews, up }))
  }

  /** Waits until every client has finished its current operation. The clients can be started again. */
  async stopWriters(): Promise<void> {
    await Promise.all(this.#workloads.splice(0).map((workload) => workload.stop()))
  }

  /**
   * Stops the clients, checks everything, retries the operations with an unknown outcome, and checks again. Every crash test ends with
   * this; a test with its own later checks calls it itself.
   */
  conclude(): Promise<void> {
    return (this.#concluded ??= this.#conclude())
  }

  async #conclude(): Promise<void> {
    await this.stopWriters()
    await this.verify('when the clients had stopped')
    await this.#settle()
    if (this.#crews.length > 0) this.report('when the clients had stopped', await untilAllIsDone(this.service, this.tenants))
    await this.verify('after everything had been settled', { api: true })
    if (this.#crews.length > 0) await this.#verifyLater()
  }

  /** Returns the outcomes that the clients know so far. */
  outcomes(): Outcomes {
    return new Map(this.ledger.operations.flatMap(({ attempts }) => attempts.map((attempt) => [attempt, attempt.outcome] as const)))
  }

  /**
   * Checks everything. Throws GuaranteeBroken on a violation. `at` is another service with the same guarantees, for the outcomes that were
   * known then.
   */
  async verify(moment: string, { api = false, at = this as Verified, outcomes = this.outcomes() } = {}): Promise<void> {
    const facts = await readFacts(at.service, this.tenants)
    // The clients continue. For requests that they send from now on, only the fact that they were sent is used.
    const operations = this.ledger.operations.map((operation) => ({
      ...operation,
      attempts: operation.attempts.map((attempt) => ({ ...attempt, outcome: outcomes.get(attempt) ?? null })),
    }))
    const violations = [...facts.flatMap(checkFacts), ...checkLedger(operations, facts)]
    if (api) for (const tenant of this.tenants) violations.push(...(await checkApi(at.client, tenant, facts)))
    this.report(moment, violations)
  }

  async #verifyLater(): Promise<void> {
    const later = (await readFacts(this.service, this.tenants)).flatMap(checkLater)
    const crews = await Promise.all(this.#crews.map((crew) => checkCrew(this.service, crew)))
    this.report('when everything that was due had been done', [...later, ...crews.flat()])
  }

  /** Throws GuaranteeBroken with the time and the first violations, if there are any. */
  report(moment: string, violations: readonly string[]): void {
    if (violations.length === 0) return
    const shown = violations
      .slice(0, violationsShown)
      .map((text) => `- ${text}`)
      .join('\n')
    throw new GuaranteeBroken(
      `${this.#name}: ${violations.length} guarantees broken ${moment}:\n${shown}\nThe service's log ends:\n${this.service.logTail()}`,
    )
  }

  /** Repeats every idempotent operation with an unknown outcome, and a sample of the others, which must get the same response as before. */
  async #settle(): Promise<void> {
    const open = this.ledger.operations.filter((operation) => isProtected(operation) && operation.attempts.length > 0)
    for (const operation of open) {
      const settled = finalResponses(operation).length > 0
      if (settled && !this.random.chance(0.1)) continue
      const tenant = this.tenants.find(({ tenantId }) => tenantId === operation.tenantId) ?? this.tenants[0]
      const { outcome } = await sendAttempt(this.client, this.ledger, tenant, operation)
      if (!isFinal(outcome))
        throw new GuaranteeBroken(`The service is healthy, but ${operation.id} still has no outcome: ${JSON.stringify(outcome)}`)
      const mustReplay = settled && operation.idempotencyKey !== null
      if (mustReplay && !outcome.replayed)
        throw new GuaranteeBroken(
          `${operation.id} was answered before, but its repetition says nothing of Idempotent-Replayed: ${outcome.text.slice(0, 300)}`,
        )
    }
  }

  /** Returns a summary in one line. */
  summary(): string {
    const attempts = this.ledger.operations.flatMap((operation) => operation.attempts)
    const answered = attempts.flatMap(({ outcome }) => (outcome?.kind === 'answered' ? [outcome] : []))
    const acknowledged = this.ledger.operations.filter((operation) => finalResponses(operation).some(({ answer }) => isSuccess(answer)))
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

  /** Returns the number of requests that were sent and never got a response, except those that the client itself aborted. */
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
