import { endpoint, item, locked, unknownReference } from '../../kit/index.ts'
import { mergeCustomFields } from '../custom-fields/index.ts'
import { changedThread } from './change-thread.ts'
import { invalidTransition } from './errors.ts'
import { ThreadUpdate } from './input-schema.ts'
import { toThread } from './queries.ts'
import { Thread } from './schema.ts'
import { thread } from './thread.ts'

export const updateThread = endpoint({
  operationId: 'updateThread',
  method: 'PATCH',
  path: '/threads/{id}',
  tag: 'threads',
  scope: 'threads:write',
  summary: 'Change a thread',
  description:
    'Changes the fields sent. Status: open, pending and resolved threads may go anywhere; a closed one may only be opened again. ' +
    'Custom fields merge; null removes one; what your tenant has defined them as is checked, and one that is required ON_RESOLVE must have a value before the ' +
    'thread is resolved. What does not change anything answers 200 and emits nothing.',
  params: { id: thread.id },
  body: ThreadUpdate,
  responds: { 200: item(Thread, 'The thread as it is now') },
  errors: [invalidTransition, unknownReference],
  etag: true,
  writes: 'transaction',
  present: toThread,
  async handle(context) {
    const { customFields, ...fields } = context.body
    const current = await locked(context, thread)
    return changedThread(context, current, {
      ...fields,
      ...(customFields ? { customFields: mergeCustomFields(current.customFields, customFields) } : {}),
    })
  },
})
