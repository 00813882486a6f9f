/**
 * G2: PostgreSQL is killed and the service keeps running. During the outage the service responds in time, and only with 503 and
 * Retry-After. It recovers within 5 s. No acknowledged write is lost, and none happens twice.
 *
 * Other faults: a killed backend, which makes PostgreSQL close all connections; an immediate shutdown; and suspended processes.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { killIfAlive } from '#platform/postgres/embedded/process.ts'
import { hungUp } from './client.ts'
import type { Attempt } from './ledger.ts'
import { startReaders } from './readers.ts'
import { CrashTest, type Torture } from './crash-test.ts'
import { GuaranteeBroken } from './guarantee-broken.ts'

const maxRecoveryMs = 5_000
/** Seconds that PostgreSQL waits for hanging child processes before it kills them and starts recovery. Rarely happens. */
const childExitMs = 5_000
const maxResponseMs = 5_000
/** Number of consecutive successes after which the service counts as healthy. */
const healthySuccesses = 12

/** Database faults, used in turn. Each returns how many milliseconds the database was down. */
const faults: Record<string, (crashTest: CrashTest) => Promise<number>> = {
  'postmaster killed': async ({ service }) => sendSignal(service.postmaster, 'SIGKILL'),
  'backend killed': async ({ service }) => sendSignal((await service.backends())[0] ?? null, 'SIGKILL'),
  'backend stopped': async (crashTest) => stopForAWhile(crashTest, (await crashTest.service.backends())[0] ?? null),
  'immediate shutdown': async ({ service }) => sendSignal(service.postmaster, 'SIGQUIT'),
  'postmaster stopped': async (crashTest) => stopForAWhile(crashTest, crashTest.service.postmaster),
}

/** Runs the test. Returns a summary, or throws an Error that describes the violation. */
export const killDatabase: Torture = ({ rounds, ...options }) =>
  CrashTest.run(`kill of PostgreSQL, ${rounds} rounds`, options, async (crashTest) => {
    crashTest.startWriters()
    const readers = startReaders(crashTest, maxResponseMs)
    let failures = 0
    // By chance, a fault may fail no request. Then more faults follow.
    for (let round = 1; round <= rounds || (failures === 0 && round <= 5 * rounds); round++) {
      const healthySince = crashTest.ledger.now()
      await sleep(crashTest.random.between(200, 700))
      const laterFailures = failuresBetween(crashTest, healthySince, crashTest.ledger.now())
      const [name, inject] = Object.entries(faults)[(round - 1) % Object.keys(faults).length] ?? ['nothing', async () => 0]
      const faultAt = crashTest.ledger.now()
      const logged = crashTest.service.databaseLog().length
      let stoppedMs = await inject(crashTest)
      const health = await waitForHealth(crashTest, faultAt + stoppedMs)
      failures += health.failures
      if (crashTest.service.databaseLog(logged).includes('issuing SIGKILL to recalcitrant children')) stoppedMs += childExitMs
      crashTest.log(
        `round ${round}: ${name}; healthy after ${Math.round(health.at - faultAt)} ms; ${health.failures} failures; ${crashTest.summary()}; ${readers.summary()}`,
      )
      const broken = [...laterFailures, ...findViolations(crashTest, faultAt, stoppedMs, health.at), ...readers.violations(stoppedMs)].map(
        (text) => `- round ${round}, ${name}: ${text}`,
      )
      if (broken.length > 0)
        throw new GuaranteeBroken(`${broken.slice(0, 12).join('\n')}\nThe service's log ends:\n${crashTest.service.logTail()}`)
    }
    await readers.stop()
    if (failures === 0)
      throw new Error(`No request failed while the database was down in ${5 * rounds} rounds, so the test proved nothing.`)
  })

function sendSignal(pid: number | null, signal: NodeJS.Signals): number {
  if (pid === null) throw new Error('There is no process to send the signal to')
  killIfAlive(pid, signal)
  return 0
}

async function stopForAWhile({ random }: CrashTest, pid: number | null): Promise<number> {
  const ms = random.between(500, 2_500)
  sendSignal(pid, 'SIGSTOP')
  await sleep(ms)
  sendSignal(pid, 'SIGCONT')
  return ms
}

/** Waits until consecutive requests succeed. `at` is the time of the first response among them. */
async function waitForHealth({ ledger }: CrashTest, since: number): Promise<{ at: number; failures: number }> {
  for (const deadline = performance.now() + 30_000; performance.now() < deadline; await sleep(20)) {
    const finished = finishedSince(
      ledger.operations.flatMap(({ attempts }) => attempts),
      since,
    )
    const failures = finished.filter(isFailure)
    const lastFailure = failures.at(-1)
    const successes = lastFailure ? finished.slice(finished.indexOf(lastFailure) + 1) : finished
    const first = successes[0]
    if (first && successes.length >= healthySuccesses && performance.now() - ledger.openedAt > since + 300)
      return { at: getEnd(first), failures: failures.length }
  }
  throw new GuaranteeBroken(
    `Half a minute after the failure (at ${Math.round(since)} ms) there are still not ${healthySuccesses} successes in a row.`,
  )
}

function findViolations({ ledger, service }: CrashTest, faultAt: number, stoppedMs: number, healthySince: number): string[] {
  const wrong = service.runs ? [] : ['the service has ended']
  const recoveryMs = Math.round(healthySince - faultAt - stoppedMs)
  if (recoveryMs > maxRecoveryMs) wrong.push(`healthy only after ${recoveryMs} ms`)
  for (const { requestId, ms, outcome } of finishedSince(
    ledger.operations.flatMap(({ attempts }) => attempts),
    faultAt,
  )) {
    if (ms > maxResponseMs + stoppedMs) wrong.push(`${requestId} took ${Math.round(ms)} ms`)
    if (outcome?.kind !== 'answered' && outcome?.why !== hungUp) wrong.push(`${requestId} got no response: ${outcome?.why}`)
    if (outcome?.kind === 'answered' && outcome.status >= 500 && outcome.status !== 503)
      wrong.push(`${requestId} was answered ${outcome.status}: ${outcome.text}`)
  }
  return wrong
}

/** Returns failures after the service had recovered. */
function failuresBetween({ ledger }: CrashTest, from: number, to: number): string[] {
  const failed = finishedSince(
    ledger.operations.flatMap(({ attempts }) => attempts),
    from,
  ).filter((attempt) => attempt.sentAt > from && getEnd(attempt) < to && isFailure(attempt))
  return failed.map(({ requestId, outcome }) => `${requestId} failed, although the service had recovered: ${JSON.stringify(outcome)}`)
}

function isFailure({ outcome }: Attempt): boolean {
  return outcome?.kind === 'answered' ? outcome.status >= 500 : outcome?.why !== hungUp
}

/** Returns the attempts that ended after `since`, in that order. */
function finishedSince(attempts: readonly Attempt[], since: number): Attempt[] {
  return attempts.filter((attempt) => attempt.outcome !== null && getEnd(attempt) >= since).toSorted((a, b) => getEnd(a) - getEnd(b))
}

function getEnd({ sentAt, ms }: Attempt): number {
  return sentAt + ms
}
