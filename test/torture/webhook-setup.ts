/** Participants of the webhook crash test: the processes that are killed, and the readers that check the results. */
import { startFeedReader, startStreamReader, type EventReader } from './event-readers.ts'
import { registerHook, startOperator, type Operator, type OwnedHook } from './operator.ts'
import { Receiver } from './receiver.ts'
import type { CrashTest } from './crash-test.ts'
import { Workers } from './workers.ts'

export type WebhookSetup = {
  crashTest: CrashTest
  receiver: Receiver
  workers: Workers
  operator: Operator
  hooks: readonly OwnedHook[]
  readers: readonly EventReader[]
  /** Kills so far. `cut` contains the number of deliveries in progress each time that all workers were killed. */
  done: { apiKills: number; cut: number[] }
}

/** Starts all participants, and registers webhooks before the first event. Stops all processes after `play`, even when it fails. */
export async function withWebhookSetup(crashTest: CrashTest, play: (setup: WebhookSetup) => Promise<void>): Promise<void> {
  const {
    service,
    random,
    tenants: [one, two = one],
  } = crashTest
  const receiver = await Receiver.prepare(service, random.fork('receiver'))
  const workers = new Workers(service, 2)
  try {
    const hooks = [
      await registerHook(crashTest, one, receiver, 'created', ['thread.created']),
      await registerHook(crashTest, one, receiver, 'all', ['*']),
      await registerHook(crashTest, two, receiver, 'some', ['thread.created', 'message.created', 'thread.status_changed']),
    ]
    await receiver.start()
    await workers.start()
    const readers = [one, two].flatMap((tenant) => {
      const own = random.fork(`readers of ${tenant.slug}`)
      return [
        startFeedReader(crashTest, { tenant, random: own.fork('feed') }),
        startStreamReader(crashTest, { tenant, random: own.fork('stream') }),
        startStreamReader(crashTest, { tenant, random: own.fork('stream by type'), types: ['thread.created', 'webhook.disabled'] }),
      ]
    })
    const operator = startOperator(crashTest, receiver, hooks)
    crashTest.startWriters()
    await play({ crashTest, receiver, workers, operator, hooks, readers, done: { apiKills: 0, cut: [] } })
  } finally {
    await workers.end()
    await receiver.end()
  }
}
