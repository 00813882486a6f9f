/** Chooses the policies of a customer's threads again when the customer's custom fields have changed, which conditions may be about. */
import { follow, isoTime, job, type NoInput, type RunContext } from '../../../kit/index.ts'
import { listPolicies } from '../../sla-policies/index.ts'
import { lockThreadsInOrder } from '../thread.ts'
import { updateClocks } from './plan.ts'
import { findThreadsOfCustomer } from './queries.ts'
import { customer } from '../../customers/index.ts'

/** Threads of one transaction, which takes some tens of milliseconds. */
const portion = 100

/** The key is the customer, and where the portion before has ended. What is met or breached stays, as with every other choice. */
export async function chooseAgain({ tx, effects, tenantId, key }: RunContext<NoInput, unknown>): Promise<void> {
  const [customerId = '', afterAt = null, afterId = null] = key.split(' ')
  const policies = await tx.rows(listPolicies, { tenantId })
  if (!policies.some(({ conditions }) => conditions.customerFields?.length)) return
  const read = await tx.rows(findThreadsOfCustomer, { tenantId, customerId, afterAt, afterId, limit: portion })
  const open = read.filter(({ isOpen }) => isOpen).map(({ id }) => id)
  const context = { tx, effects, principal: { tenantId } }
  for (const thread of await lockThreadsInOrder(tx, tenantId, open))
    if ((thread.status === 'open' || thread.status === 'pending') && thread.mergedInto === null)
      await updateClocks(context, thread, { chooses: true, moved: false, promoted: false, onlyIfOther: true })
  const last = read.length === portion ? read.at(-1) : undefined
  if (last) effects.enqueue('choose-sla-again', { key: `${customerId} ${isoTime(last.createdAt)} ${last.id}` })
}

declare global {
  interface EnqueuedJobs {
    /** The key is the customer; from the second portion on, also the creation time and the id of the last thread of the portion before. */
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

/** Conditions of SLA policies may name fields of the customer. */
export const chooseWhenCustomerFieldsChange = follow(customer.events.updated, 'choose-sla-again', ({ id }, previous) =>
  'customFields' in previous ? { key: id } : null,
)
