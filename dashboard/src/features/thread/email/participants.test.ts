import { QueryClient } from '@tanstack/react-query'
import type { Thread } from '@skein/client'
import { expect, it } from 'vitest'
import { threadKey } from '../../threads/thread-cache.ts'
import { applyCustomerToRecipients, recipientsKey } from './participants.ts'

it('recipients are fetched again when the customer changes', () => {
  const queries = new QueryClient()
  for (const id of ['1', '2']) {
    // Safe because only the customer is read.
    queries.setQueryData(threadKey(`thr_${id}`), { id: `thr_${id}`, customer: { id: `cus_${id}` } } as Thread)
    queries.setQueryData([...recipientsKey(`thr_${id}`), 'msg_1'], {})
  }
  applyCustomerToRecipients(queries, 'cus_1')
  const isStale = (threadId: string) => queries.getQueryState([...recipientsKey(threadId), 'msg_1'])?.isInvalidated
  expect([isStale('thr_1'), isStale('thr_2')]).toEqual([true, false])
})
