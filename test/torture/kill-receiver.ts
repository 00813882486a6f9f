/**
 * G5 and G14 together: a receiver is killed and restarted while threads are created, and so are the workers and the API. Each event reaches
 * each subscribed webhook, exactly once by its id. The feed and the streams show each event once and in order. Nothing stays pending.
 *
 * While a receiver is down, ten attempts fail quickly, which disables its webhook. An operator enables it again and replays the missed
 * events.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { isFinal, isSuccess } from './ledger.ts'
import { CrashTest, type CrashTestOptions } from './crash-test.ts'
import { GuaranteeBroken } from './guarantee-broken.ts'
import { furtherKills, getKills, type Kill } from './webhook-kills.ts'
import { withWebhookSetup, type WebhookSetup } from './webhook-setup.ts'
import { countPendingDeliveries } from './webhook-facts.ts'
import { checkWebhooks, findUnproven } from './check-webhooks.ts'

const threadsPerRound = 1_000
const maxThreadMs = 60_000
/** Maximum number of extra rounds while the kills have interrupted nothing by chance, because the test would then prove nothing. */
const maxMoreRounds = 10
/** Time limit from the last event to the last delivery. The deliveries of a killed worker become due again after six seconds. */
const maxDrainMs = 300_000

/** Runs the test and creates at least `threads` threads. Returns a summary, or throws an Error that describes the violation. */
export const killReceiver = ({
  rounds,
  threads = rounds * threadsPerRound,
  ...options
}: CrashTestOptions & { rounds: number; threads?: number }): Promise<CrashTest> =>
  CrashTest.run(`kill -9 of receiver, workers and API, ${rounds} rounds`, options, (crashTest) =>
    withWebhookSetup(crashTest, async (setup) => {
      for (let round = 1; round <= rounds || (findUnproven(setup) && round <= rounds + maxMoreRounds); round++)
        await runRound(setup, round, Math.round((threads * round) / rounds), round <= rounds ? getKills(round) : furtherKills)
      await crashTest.conclude()
      await drain(setup)
      await setup.operator.stop()
      await checkWebhooks(setup)
    }),
  )

/** Kills processes at random times until there are enough threads. A killed process restarts while the next one is killed. */
async function runRound(setup: WebhookSetup, round: number, until: number, kills: readonly Kill[]): Promise<void> {
  const { crashTest } = setup
  const from = countCreated(crashTest)
  const results = await Promise.allSettled(
    kills.map(async (kill) => {
      const random = crashTest.random.fork(`${kill.name} in round ${round}`)
      await reach(crashTest, from + Math.floor((until - from) * random.next()))
      return kill(setup, random)
    }),
  )
  const said = results.map((result) => {
    if (result.status === 'rejected') throw result.reason
    return result.value
  })
  await reach(crashTest, until)
  crashTest.log(`round ${round}: ${said.join(', ')}; ${countCreated(crashTest)} threads; ${crashTest.summary()}`)
}

/** Returns the number of acknowledged threads. */
export function countCreated({ ledger }: CrashTest): number {
  return ledger.operations.filter(
    ({ kind, attempts }) => kind === 'createThread' && attempts.some(({ outcome }) => isFinal(outcome) && isSuccess(outcome)),
  ).length
}

async function reach(crashTest: CrashTest, threads: number): Promise<void> {
  let [most, at] = [0, performance.now()]
  for (let now = countCreated(crashTest); now < threads; now = countCreated(crashTest)) {
    if (now > most) [most, at] = [now, performance.now()]
    if (performance.now() - at > maxThreadMs)
      throw new Error(`No thread was created for ${maxThreadMs / 1000} s after ${now} of ${threads}`)
    await sleep(50)
  }
}

async function drain({ crashTest: { service, tenants }, receiver }: WebhookSetup): Promise<void> {
  for (const deadline = performance.now() + maxDrainMs; ; await sleep(100)) {
    const left = await countPendingDeliveries(service, tenants)
    if (left === 0) return
    if (!receiver.runs) throw new Error(`The receiver ended unexpectedly: see receiver.log in ${service.dataDir}`)
    if (performance.now() > deadline)
      throw new GuaranteeBroken(
        `${left} deliveries still wait ${maxDrainMs / 1000} s after the last event.\nThe service's log ends:\n${service.logTail()}`,
      )
  }
}
