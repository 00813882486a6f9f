/**
 * G2: the same when PostgreSQL is killed and the service lives on. Meanwhile it answers 503 with Retry-After and nothing
 * else, never late; it is well again within 5 s; and no acknowledged write is lost, none happens twice.
 *
 * Also one killed backend, which makes PostgreSQL throw everybody out; an immediate shutdown; and processes that are
 * merely stopped for a while.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { killIfAlive } from '../../server/kit/postgres/embedded/process.ts'
import { hungUp } from './client.ts'
import type { Attempt } from './ledger.ts'
import { startReaders } from './readers.ts'
import { PromisesBroken, Scene, type Torture } from './scene.ts'

const recoveryMsMax = 5_000
/** So long PostgreSQL itself waits for children that hang in their last breath, before it kills them and begins to recover. Seldom. */
const lastBreathMs = 5_000
const answerMsMax = 5_000
/** So many successes in a row, with no failure between, are health. */
const healthySuccesses = 12

/** What is done to the database, in turn. Returns for how long it was held up, in milliseconds. */
const injuries: Record<string, (scene: Scene) => Promise<number>> = {
  'postmaster killed': async ({ service }) => strike(service.postmaster, 'SIGKILL'),
  'backend killed': async ({ service }) => strike((await service.backends())[0] ?? null, 'SIGKILL'),
  'backend stopped': async (scene) => holdUp(scene, (await scene.service.backends())[0] ?? null),
  'immediate shutdown': async ({ service }) => strike(service.postmaster, 'SIGQUIT'),
  'postmaster stopped': async (scene) => holdUp(scene, scene.service.postmaster),
}

/** Throws an Error that explains what was broken; returns what happened. */
export const killDatabase: Torture = ({ rounds, ...options }) =>
  Scene.play(`kill of PostgreSQL, ${rounds} rounds`, options, async (scene) => {
    scene.startWriters()
    const readers = startReaders(scene, answerMsMax)
    let failures = 0
    for (let round = 1; round <= rounds; round++) {
      const wellAt = scene.ledger.now()
      await sleep(scene.random.between(200, 700))
      const relapses = failuresBetween(scene, wellAt, scene.ledger.now())
      const [name, injure] = Object.entries(injuries)[(round - 1) % Object.keys(injuries).length] ?? ['nothing', async () => 0]
      const hurtAt = scene.ledger.now()
      const logged = scene.service.databaseLog().length
      let heldUpMs = await injure(scene)
      const health = await waitForHealth(scene, hurtAt + heldUpMs)
      failures += health.failures
      if (scene.service.databaseLog(logged).includes('issuing SIGKILL to recalcitrant children')) heldUpMs += lastBreathMs
      scene.say(
        `round ${round}: ${name}; well after ${Math.round(health.at - hurtAt)} ms; ${health.failures} failures; ${scene.summary()}; ${readers.summary()}`,
      )
      const broken = [...relapses, ...brokenPromises(scene, hurtAt, heldUpMs, health.at), ...readers.violations(heldUpMs)].map(
        (text) => `- round ${round}, ${name}: ${text}`,
      )
      if (broken.length > 0)
        throw new PromisesBroken(`${broken.slice(0, 12).join('\n')}\nThe service's log ends:\n${scene.service.logTail()}`)
    }
    await readers.stop()
    if (failures === 0) throw new Error(`No request met a database that was away in ${rounds} rounds: this proved nothing.`)
  })

function strike(pid: number | null, signal: NodeJS.Signals): number {
  if (pid === null) throw new Error('There is no process to strike')
  killIfAlive(pid, signal)
  return 0
}

async function holdUp({ random }: Scene, pid: number | null): Promise<number> {
  const ms = random.between(500, 2_500)
  strike(pid, 'SIGSTOP')
  await sleep(ms)
  strike(pid, 'SIGCONT')
  return ms
}

/** Waits until requests succeed one after another. `at` is when the first of them was answered. */
async function waitForHealth({ ledger }: Scene, since: number): Promise<{ at: number; failures: number }> {
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
      return { at: endOf(first), failures: failures.length }
  }
  throw new PromisesBroken(
    `Half a minute after the failure (at ${Math.round(since)} ms) there are still not ${healthySuccesses} successes in a row.`,
  )
}

function brokenPromises({ ledger, service }: Scene, hurtAt: number, heldUpMs: number, wellAt: number): string[] {
  const wrong = service.runs ? [] : ['the service has ended']
  const recoveryMs = Math.round(wellAt - hurtAt - heldUpMs)
  if (recoveryMs > recoveryMsMax) wrong.push(`well only after ${recoveryMs} ms`)
  for (const { requestId, ms, outcome } of finishedSince(
    ledger.operations.flatMap(({ attempts }) => attempts),
    hurtAt,
  )) {
    if (ms > answerMsMax + heldUpMs) wrong.push(`${requestId} took ${Math.round(ms)} ms`)
    if (outcome?.kind !== 'answered' && outcome?.why !== hungUp) wrong.push(`${requestId} got no answer: ${outcome?.why}`)
    if (outcome?.kind === 'answered' && outcome.status >= 500 && outcome.status !== 503)
      wrong.push(`${requestId} was answered ${outcome.status}: ${outcome.text}`)
  }
  return wrong
}

/** A service that was well again stays so. */
function failuresBetween({ ledger }: Scene, from: number, to: number): string[] {
  const failed = finishedSince(
    ledger.operations.flatMap(({ attempts }) => attempts),
    from,
  ).filter((attempt) => attempt.sentAt > from && endOf(attempt) < to && isFailure(attempt))
  return failed.map(({ requestId, outcome }) => `${requestId} failed, though the service had been well: ${JSON.stringify(outcome)}`)
}

function isFailure({ outcome }: Attempt): boolean {
  return outcome?.kind === 'answered' ? outcome.status >= 500 : outcome?.why !== hungUp
}

/** Attempts that ended after `since`, in the order of their ends. */
function finishedSince(attempts: readonly Attempt[], since: number): Attempt[] {
  return attempts.filter((attempt) => attempt.outcome !== null && endOf(attempt) >= since).toSorted((a, b) => endOf(a) - endOf(b))
}

function endOf({ sentAt, ms }: Attempt): number {
  return sentAt + ms
}
