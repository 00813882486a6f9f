/**
 * G5 and G14 together: a receiver is killed and restarted while threads are created, and so are the workers and the API. Each
 * event arrives at each webhook that wants it, deduped by its id exactly once; the feed and the streams show each event once
 * and in order; and nothing is left behind.
 *
 * A receiver that is away fails ten attempts in a moment, which disables its webhook: an operator enables it again and has
 * what it missed sent.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { isSettling, isSuccess } from './ledger.ts'
import { PromisesBroken, Scene, type SceneOptions } from './scene.ts'
import { killsOf } from './webhook-kills.ts'
import { withWebhookSetup, type WebhookSetup } from './webhook-setup.ts'
import { waiting } from './webhook-facts.ts'
import { checkWebhooks } from './check-webhooks.ts'

const threadsPerRound = 1_000
const threadMsMax = 60_000
/** From the last event to the last delivery: what a killed worker had comes back after six seconds, and then waits its turn. */
const drainMsMax = 60_000

/** Creates at least so many threads meanwhile. Throws an Error that explains what was broken; returns what happened. */
export const killReceiver = ({
  rounds,
  threads = rounds * threadsPerRound,
  ...options
}: SceneOptions & { rounds: number; threads?: number }): Promise<Scene> =>
  Scene.play(`kill -9 of receiver, workers and API, ${rounds} rounds`, options, (scene) =>
    withWebhookSetup(scene, async (setup) => {
      for (let round = 1; round <= rounds; round++) await playRound(setup, round, Math.round((threads * round) / rounds))
      await scene.conclude()
      await drain(setup)
      await setup.operator.stop()
      await checkWebhooks(setup)
    }),
  )

/** Strikes at random moments on the way to so many threads. Who was results gets up while the next is results. */
async function playRound(setup: WebhookSetup, round: number, until: number): Promise<void> {
  const { scene } = setup
  const from = created(scene)
  const results = await Promise.allSettled(
    killsOf(round).map(async (kill) => {
      const random = scene.random.fork(`${kill.name} in round ${round}`)
      await reach(scene, from + Math.floor((until - from) * random.next()))
      return kill(setup, random)
    }),
  )
  const said = results.map((result) => {
    if (result.status === 'rejected') throw result.reason
    return result.value
  })
  await reach(scene, until)
  scene.say(`round ${round}: ${said.join(', ')}; ${created(scene)} threads; ${scene.summary()}`)
}

/** Number of acknowledged threads. */
export function created({ ledger }: Scene): number {
  return ledger.operations.filter(
    ({ kind, attempts }) => kind === 'createThread' && attempts.some(({ outcome }) => isSettling(outcome) && isSuccess(outcome)),
  ).length
}

async function reach(scene: Scene, threads: number): Promise<void> {
  let [most, at] = [0, performance.now()]
  for (let now = created(scene); now < threads; now = created(scene)) {
    if (now > most) [most, at] = [now, performance.now()]
    if (performance.now() - at > threadMsMax)
      throw new Error(`No thread was created for ${threadMsMax / 1000} s after ${now} of ${threads}`)
    await sleep(50)
  }
}

async function drain({ scene: { service, tenants }, receiver }: WebhookSetup): Promise<void> {
  for (const deadline = performance.now() + drainMsMax; ; await sleep(100)) {
    const left = await waiting(service, tenants)
    if (left === 0) return
    if (!receiver.runs) throw new Error(`The receiver has ended by itself: see receiver.log in ${service.dataDir}`)
    if (performance.now() > deadline)
      throw new PromisesBroken(
        `${left} deliveries still wait ${drainMsMax / 1000} s after the last event.\nThe service's log ends:\n${service.logTail()}`,
      )
  }
}
