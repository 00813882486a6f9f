/** Kills the processes that deliver events, each at a random time. Each function returns a description once the process runs again. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from './random.ts'
import type { WebhookSetup } from './webhook-setup.ts'
import { countInProgressDeliveries } from './webhook-facts.ts'

export type Kill = (setup: WebhookSetup, random: Random) => Promise<string>

/** Maximum wait for deliveries in progress, because killing an idle worker tests nothing. */
const maxDeliveryWaitMs = 10_000

/**
 * Returns the kills of a round: one worker in each round, the receiver in every second, the API in every third, and all workers at once in
 * every fourth.
 */
export function getKills(round: number): Kill[] {
  return [
    round % 4 === 2 ? killAllWorkers : killWorker,
    ...(round % 2 === 1 ? [killTheReceiver] : []),
    ...(round % 3 === 0 ? [killApi] : []),
  ]
}

/** Kills of an extra round, after earlier kills interrupted nothing. */
export const furtherKills: readonly Kill[] = [killAllWorkers, killTheReceiver]

async function killWorker(setup: WebhookSetup, random: Random): Promise<string> {
  const { workers } = setup
  await waitForDeliveriesInProgress(setup)
  await workers.kill(random.between(0, workers.count - 1))
  await sleep(random.pick([0, 0, 200, 1_000]))
  await workers.start()
  return 'a worker killed'
}

async function killAllWorkers(setup: WebhookSetup, random: Random): Promise<string> {
  const {
    crashTest: { service, tenants },
    workers,
    done,
  } = setup
  await waitForDeliveriesInProgress(setup)
  // Deliveries that were claimed shortly before the kills, however long the machine takes until they are counted.
  const killedAt = new Date()
  await workers.killAll()
  const cut = await countInProgressDeliveries(service, tenants, killedAt)
  done.cut.push(cut)
  const ms = random.between(500, 1_500)
  await sleep(ms)
  await workers.start()
  return `all workers killed with ${cut} deliveries in progress, down for ${ms} ms`
}

async function waitForDeliveriesInProgress({ crashTest: { service, tenants } }: WebhookSetup): Promise<void> {
  for (
    const deadline = performance.now() + maxDeliveryWaitMs;
    (await countInProgressDeliveries(service, tenants, new Date())) === 0 && performance.now() < deadline;
  )
    await sleep(20)
}

async function killTheReceiver({ receiver }: WebhookSetup, random: Random): Promise<string> {
  await receiver.kill()
  const ms = random.pick([0, 300, random.between(1_000, 2_000), random.between(1_000, 2_000)])
  await sleep(ms)
  await receiver.start()
  return `the receiver killed, down for ${ms} ms`
}

async function killApi({ crashTest: { service }, done }: WebhookSetup): Promise<string> {
  await service.kill()
  done.apiKills++
  await service.start()
  return 'the API killed'
}
