/** Recognises automatic mail by the headers that programs set. */
import type { ParsedMail } from '../parse/parsed-mail.ts'
import { findHeader, listHeaders, readKeyword } from './header-values.ts'

/** AUTO_REPLY is a program's reply to a mail, such as an out-of-office reply. BULK goes to many recipients, such as a newsletter. */
export type AutomaticClass = 'AUTO_REPLY' | 'BULK'

type Classified = Pick<ParsedMail, 'headers' | 'report'>

const autoReplyHeaders = ['x-autoreply', 'x-autorespond', 'x-autoresponder']
const bulkHeaders = ['list-id', 'list-unsubscribe', 'list-post', 'feedback-id']

/** Classifies a mail. `belongsToThread` is true when a thread accepts it. */
export function classifyAutomatic({ headers, report }: Classified, belongsToThread: boolean): AutomaticClass | null {
  const keywords = (name: string): string[] => listHeaders(headers, name).map(readKeyword)
  const has = (name: string): boolean => findHeader(headers, name) !== null
  const submitted = keywords('auto-submitted').filter((word) => word !== '' && word !== 'no')
  const precedence = keywords('precedence')
  const isAutoReply =
    // Exchange marks out-of-office replies as `auto-generated`. In a known thread they count as automatic replies, elsewhere as bulk.
    submitted.some((word) => word !== 'auto-generated' || belongsToThread) ||
    autoReplyHeaders.some((name) => keywords(name).some((word) => word !== 'no')) ||
    precedence.some((word) => word === 'auto_reply' || word === 'auto-reply') ||
    (has('x-auto-response-suppress') && has('x-ms-exchange-inbox-rules-loop')) ||
    report?.type === 'disposition-notification'
  if (isAutoReply) return 'AUTO_REPLY'
  const isBulk =
    submitted.length > 0 ||
    bulkHeaders.some(has) ||
    precedence.some((word) => ['bulk', 'list', 'junk'].includes(word)) ||
    listHeaders(headers, 'x-auto-response-suppress').some((value) => /(^|[\s,;])all([\s,;]|$)/i.test(value.slice(0, 200)))
  return isBulk ? 'BULK' : null
}

/**
 * Whether the tenant's mail server has marked the mail as spam. Servers add their headers at the top, so only the first of each name
 * counts: a later one was already there when the mail arrived.
 */
export function isMarkedAsSpam({ headers }: Pick<ParsedMail, 'headers'>): boolean {
  const value = (name: string): string => findHeader(headers, name) ?? ''
  return (
    readKeyword(value('x-spam-flag')) === 'yes' ||
    readKeyword(value('x-spam-status')) === 'yes' ||
    /(^|[;\s])SFV:SPM([;\s]|$)/i.test(value('x-forefront-antispam-report').slice(0, 4000))
  )
}
