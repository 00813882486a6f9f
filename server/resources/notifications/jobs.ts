/** Background jobs of notifications: end snoozes and delete old rows. */
import { fetchOne } from '#kit/write.ts'
import { job } from '#platform/jobs/job.ts'
import type { NoInput } from '#platform/jobs/orders.ts'
import { deleteOld, wakeNotifications } from './queries.ts'

declare global {
  interface EnqueuedJobs {
    /** The key is the notification's id. */
    'wake-notification': NoInput
  }
}

export const wakeNotification = job({
  name: 'wake-notification',
  description: 'Brings a snoozed notification back at its time.',
  atOnce: 1,
  together: {
    atMost: 100,
    run: async ({ tx, tenantId, keys }) => {
      const left = await tx.rows(wakeNotifications, { tenantId, ids: [...keys] })
      return new Map(left.map(({ id, secondsLeft }) => [id, secondsLeft]))
    },
  },
})

const keptDays = 90
const chunk = 1_000

export const forgetNotifications = job({
  name: 'forget-notifications',
  description: 'Deletes notifications 90 days after their latest event.',
  every: { seconds: 24 * 3_600, for: 'tenant' },
  async run({ tx, tenantId }) {
    const { count } = await fetchOne(tx, deleteOld, { tenantId, days: keptDays, limit: chunk })
    return count === chunk ? { againInSeconds: 0 } : undefined
  },
})
