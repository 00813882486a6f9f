import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { lockResource } from '#kit/write.ts'
import { catalogLimitReached, unknownReference } from '#platform/errors.ts'
import { computeLabels } from './change-labels.ts'
import { applyThreadChange } from './change-thread.ts'
import { ThreadLabelsChange } from '../record/input-schema.ts'
import { toThread } from '../record/queries.ts'
import { Thread } from '../record/schema.ts'
import { thread } from '../record/thread.ts'

export const changeThreadLabels = endpoint.write({
  operationId: 'changeThreadLabels',
  method: 'POST',
  path: '/threads/{id}/labels',
  tag: 'threads',
  scope: 'threads:write',
  summary: 'Change the labels of a thread',
  description:
    'Adds and removes labels, or sets all of them, by id or by name. Unknown names are refused unless `createMissing` is true. An ' +
    'archived label stays on its threads and can be removed, but not added; its name with `createMissing` restores it. Concurrent ' +
    'requests that add or remove different labels all take effect. A request that changes nothing emits no event.',
  params: { id: thread.id },
  body: ThreadLabelsChange,
  responds: { 200: item(Thread, 'The thread as it is now') },
  // With `createMissing`, the request can create labels and so reach their limit.
  errors: [unknownReference, catalogLimitReached],
  etag: true,
  present: toThread,
  async handle(context) {
    const current = await lockResource(context, thread)
    return applyThreadChange(
      context,
      current,
      { labels: await computeLabels(context, current, context.body) },
      { action: 'thread.labels_changed' },
    )
  },
})
