import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { lockResource } from '#kit/write.ts'
import type { Queryable } from '#platform/db.ts'
import { ApiError, unknownReference } from '#platform/errors.ts'
import type { Uuid } from '#platform/ids.ts'
import { mergeCustomFields } from '../../custom-fields/index.ts'
import { customer, findCurrentId } from '../../customers/index.ts'
import { applyThreadChange } from './change-thread.ts'
import { invalidTransition } from '../record/errors.ts'
import { ThreadUpdate } from '../record/input-schema.ts'
import { toThread, type ThreadFields } from '../record/queries.ts'
import { Thread } from '../record/schema.ts'
import { thread } from '../record/thread.ts'

export const updateThread = endpoint.write({
  operationId: 'updateThread',
  method: 'PATCH',
  path: '/threads/{id}',
  tag: 'threads',
  scope: 'threads:write',
  summary: 'Change a thread',
  description:
    'Changes the fields sent. Open, pending and resolved threads can change to any status; a closed thread can only be reopened. ' +
    'Custom fields are merged, null removes a value, and values are checked against your tenant’s definitions; a field that is ' +
    'required ON_RESOLVE must have a value before the thread is resolved or closed. A request that changes nothing returns 200 and emits no event.',
  params: { id: thread.id },
  body: ThreadUpdate,
  responds: { 200: item(Thread, 'The thread as it is now') },
  errors: [invalidTransition, unknownReference],
  etag: true,
  present: toThread,
  async handle(context) {
    const { customFields, customerId, ...fields } = context.body
    const current = await lockResource(context, thread)
    return applyThreadChange(context, current, {
      ...fields,
      ...(customerId === undefined ? {} : await readCustomer(context, customerId)),
      ...(customFields ? { customFields: mergeCustomFields(current.customFields, customFields) } : {}),
    })
  },
})

/** Returns the customer in the form that threads show, following merges. Throws 422 for an unknown customer. */
async function readCustomer(
  { tx, principal: { tenantId } }: { tx: Queryable; principal: { tenantId: Uuid } },
  customerId: Uuid,
): Promise<Pick<ThreadFields, 'customerId' | 'customerEmail' | 'customerName'>> {
  const current = await tx.first(findCurrentId, { tenantId, id: customerId })
  const found = current && (await tx.first(customer.statements.find, { tenantId, id: current.id }))
  if (found?.erasedAt === null) return { customerId: found.id, customerEmail: found.email, customerName: found.name }
  const details = [{ field: 'customerId', code: 'UNKNOWN', message: 'is not a customer of this tenant' }]
  throw new ApiError(unknownReference, { details })
}
