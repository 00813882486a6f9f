/** The cached list of suspended mails and their count, patched by responses and events. */
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { InboundMail, SkeinEvent } from '@skein/client'
import { patchQueryData } from '../catalogue/patch-query-data.ts'

export type MailPage = { data: InboundMail[]; meta: { cursor: string; hasMore: boolean; total: number } }
export type MailList = InfiniteData<MailPage, string>

export const suspendedMailsKey = ['suspended-mails'] as const
export const suspendedCountKey = ['suspended-mail-count'] as const

/** Ids of mails that have left the list. The agent's own action is reported twice, by its response and by its event, but counts once. */
const goneByClient = new WeakMap<QueryClient, Set<string>>()

/** Adds a mail to the list and the count, or removes it. Idempotent. */
export function patchSuspendedMails(queries: QueryClient, mail: InboundMail, what: 'new' | 'gone'): void {
  const goneIds = goneByClient.get(queries) ?? new Set<string>()
  goneByClient.set(queries, goneIds)
  const isListed = queries.getQueryData<MailList>(suspendedMailsKey)?.pages.some(({ data }) => data.some(({ id }) => id === mail.id))
  if (what === 'gone' ? goneIds.has(mail.id) : isListed) return
  if (what === 'gone') goneIds.add(mail.id)
  const difference = what === 'new' ? 1 : -1
  queries.setQueryData<number>(suspendedCountKey, (count) => (count === undefined ? count : Math.max(0, count + difference)))
  patchQueryData<MailList>(queries, suspendedMailsKey, (list) => patchPages(list, mail, what))
}

function patchPages(list: MailList, mail: InboundMail, what: 'new' | 'gone'): MailList {
  const isListed = list.pages.some(({ data }) => data.some(({ id }) => id === mail.id))
  if ((what === 'new') === isListed) return list
  const difference = what === 'new' ? 1 : -1
  const pages = list.pages.map(({ data, meta }, i) => ({
    data: what === 'gone' ? data.filter(({ id }) => id !== mail.id) : i === 0 ? [mail, ...data] : data,
    meta: { ...meta, total: Math.max(0, meta.total + difference) },
  }))
  return { ...list, pages }
}

export function applyInboundMailEvent(queries: QueryClient, event: SkeinEvent): void {
  if (event.type === 'inbound_mail.suspended') patchSuspendedMails(queries, event.data.object, 'new')
  if (event.type === 'inbound_mail.released') patchSuspendedMails(queries, event.data.object, 'gone')
}
