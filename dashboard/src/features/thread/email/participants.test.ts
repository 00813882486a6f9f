import { QueryClient } from '@tanstack/react-query'
import type { SkeinEvent, Thread } from '@skein/client'
import { expect, it } from 'vitest'
import { applyOtherEvent } from '../../shell/other-events.ts'
import { threadKey } from '../../threads/thread-cache.ts'
import { recipientsKey } from './participants.ts'

it('the recipients of a customer’s threads are fetched again when the customer changes', () => {
  const queries = new QueryClient()
  for (const id of ['1', '2']) {
    // Safe because only the customer is read.
    queries.setQueryData(threadKey(`thr_${id}`), { id: `thr_${id}`, customer: { id: `cus_${id}` } } as Thread)
    queries.setQueryData([...recipientsKey(`thr_${id}`), 'msg_1'], {})
  }
  // Safe because only these fields are read.
  applyOtherEvent(queries, { type: 'customer.updated', data: { object: { id: 'cus_1' } } } as unknown as SkeinEvent, 'usr_1')
  const isStale = (threadId: string) => queries.getQueryState([...recipientsKey(threadId), 'msg_1'])?.isInvalidated
  expect([isStale('thr_1'), isStale('thr_2')]).toEqual([true, false])
})
