import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import type { InboundMail } from '@skein/client'
import { patchSuspendedMails, suspendedCountKey, suspendedMailsKey, type MailList } from './mail-cache.ts'

// Safe because the cache reads only the id.
const mail = (id: string) => ({ id }) as InboundMail

it('a mail is added to the list and the count once, and removed from them once', () => {
  const queries = new QueryClient()
  queries.setQueryData<number>(suspendedCountKey, 1)
  queries.setQueryData<MailList>(suspendedMailsKey, {
    pages: [{ data: [mail('old')], meta: { cursor: '', hasMore: false, total: 1 } }],
    pageParams: [''],
  })
  const read = () => {
    const [page] = queries.getQueryData<MailList>(suspendedMailsKey)?.pages ?? []
    return [page?.data.map(({ id }) => id), page?.meta.total, queries.getQueryData(suspendedCountKey)]
  }
  for (const _ of [1, 2]) patchSuspendedMails(queries, mail('new'), 'new')
  expect(read()).toEqual([['new', 'old'], 2, 2])
  for (const _ of [1, 2]) patchSuspendedMails(queries, mail('old'), 'gone')
  expect(read()).toEqual([['new'], 1, 1])
})

it('the count changes although the list was never opened', () => {
  const queries = new QueryClient()
  queries.setQueryData<number>(suspendedCountKey, 0)
  patchSuspendedMails(queries, mail('a'), 'new')
  expect(queries.getQueryData(suspendedCountKey)).toBe(1)
})
