/** Chooses the SLA policies of a customer's threads again, in a job, after the customer's custom fields changed. */
import { job, type RunContext } from '#platform/jobs/job.ts'
import type { NoInput } from '#platform/jobs/orders.ts'
import { eventJob } from '#platform/outbox/event-jobs.ts'
import { isoTime } from '#platform/time.ts'
import { listPolicies } from '../../sla-policies/index.ts'
import { lockThreadsInOrder } from '../record/thread.ts'
import { updateClocks } from './plan.ts'
import { findThreadsOfCustomer } from '../record/sla-queries.ts'
import { customer } from '../../customers/index.ts'

/** Maximum number of threads per transaction, which then takes a few tens of milliseconds. */
const chunk = 100

/** Chooses policies for the next threads of the customer and enqueues the job for the rest. Met and breached targets stay as they are. */
export async function chooseAgain({ tx, effects, tenantId, key }: RunContext<NoInput, unknown>): Promise<void> {
  const [customerId = '', afterAt = null, afterId = null] = key.split(' ')
  const policies = await tx.rows(listPolicies, { tenantId })
  if (!policies.some(({ conditions }) => conditions.customerFields?.length)) return
  const read = await tx.rows(findThreadsOfCustomer, { tenantId, customerId, afterAt, afterId, limit: chunk })
  const open = read.filter(({ isOpen }) => isOpen).map(({ id }) => id)
  const context = { tx, effects, principal: { tenantId } }
  for (const thread of await lockThreadsInOrder(tx, tenantId, open))
    if ((thread.status === 'open' || thread.status === 'pending') && thread.mergedInto === null)
      await updateClocks(context, thread, {
        rechoosesPolicy: true,
        messagesMoved: false,
        priorityChanged: false,
        onlyIfPolicyChanges: true,
      })
  const last = read.length === chunk ? read.at(-1) : undefined
  if (last) effects.enqueue('choose-sla-again', { key: `${customerId} ${isoTime(last.createdAt)} ${last.id}` })
}

declare global {
  interface EnqueuedJobs {
    /** The key is the customer's id. From the second chunk on, the creation time and id of the last thread follow. */
    'choose-sla-again': NoInput
  }
}

export const choosePoliciesAgain = job({
  name: 'choose-sla-again',
  description: 'Chooses the SLA policies of a customer’s threads again after the customer’s fields have changed.',
  leaseSeconds: 20,
  atOnce: 1,
  run: chooseAgain,
})

if (!customer.events) throw new Error('Changes of customers are events')

/** Conditions of SLA policies can test custom fields of the customer. */
export const chooseWhenCustomerFieldsChange = eventJob(customer.events.updated, 'choose-sla-again', ({ id }, previous) =>
  'customFields' in previous ? { key: id } : null,
)
