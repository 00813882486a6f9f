/**
 * G1: no acknowledged write is lost and none happens twice, although the service is killed at any time, together with the worker in its
 * process.
 *
 * Its PostgreSQL is then orphaned, and the next start adopts it. Sometimes PostgreSQL is killed too, just before or after; sometimes
 * the next start is killed too.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { CrashTest, type CrashTestOptions } from './crash-test.ts'
import type { Random } from './random.ts'

/** Number of rounds between checks of all rows, which also run at the end. */
const roundsBetweenChecks = 10
const answersWantedUsual = 30
const maxResponseMs = 3_000

/**
 * Runs the test. Before each kill the service is under load for at most `maxLoadMs`, in half of the rounds after it has sent enough
 * responses. Returns a summary, or throws an Error that describes the violation.
 */
export const killService = ({
  rounds,
  maxLoadMs = 900,
  answersWanted = answersWantedUsual,
  ...options
}: CrashTestOptions & { rounds: number; maxLoadMs?: number; answersWanted?: number }): Promise<CrashTest> =>
  CrashTest.run(`kill -9 of the service, ${rounds} rounds`, { ...options, agents: true }, async (crashTest) => {
    crashTest.startWriters()
    let deck: Kill[] = []
    const hasProved = (): boolean => crashTest.lost() >= rounds / 2
    // Kills by chance may interrupt too little, so more follow until they have interrupted enough.
    for (let round = 1; round <= rounds || (!hasProved() && round <= 3 * rounds); round++) {
      if (crashTest.random.chance(0.5)) await untilSomeAreAnswered(crashTest, answersWanted)
      await sleep(crashTest.random.between(20, maxLoadMs))
      if (deck.length === 0) deck = shuffleKills(crashTest.random)
      const how = await killSomehow(crashTest, deck.pop() ?? 'service')
      const begunAt = performance.now()
      await crashTest.service.start()
      crashTest.log(`round ${round}: ${how}; back after ${Math.round(performance.now() - begunAt)} ms; ${crashTest.summary()}`)
      if (round % roundsBetweenChecks === 0) await crashTest.verify(`after round ${round} (${how})`)
    }
    if (!hasProved()) throw new Error(`Only ${crashTest.lost()} requests were cut off in ${3 * rounds} rounds, too few to prove anything.`)
  })

/**
 * Waits for some responses. On a busy machine the first requests of a new process take so long that few would be in progress shortly after
 * the start.
 */
async function untilSomeAreAnswered({ ledger }: CrashTest, wanted: number): Promise<void> {
  const countAnswered = (): number => ledger.operations.filter(({ attempts }) => attempts.at(-1)?.outcome?.kind === 'answered').length
  const enough = countAnswered() + wanted
  for (const deadline = performance.now() + maxResponseMs; countAnswered() < enough && performance.now() < deadline; await sleep(20));
}

/** Six rounds use each way to kill, in an order that the seed determines, so that a short run omits none. */
const kills = ['service', 'service', 'service', 'database first', 'database after', 'start, too'] as const
type Kill = (typeof kills)[number]

function shuffleKills(random: Random): Kill[] {
  return kills
    .map((kill) => ({ kill, at: random.next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ kill }) => kill)
}

async function killSomehow({ service, random }: CrashTest, how: Kill): Promise<string> {
  if (how === 'database first') {
    service.killDatabase()
    await sleep(random.between(0, 30))
  }
  await service.kill()
  if (how === 'database after') service.killDatabase()
  if (how === 'start, too') {
    await service.launch()
    await sleep(random.between(0, 700))
    await service.kill()
  }
  return `killed ${how}`
}
