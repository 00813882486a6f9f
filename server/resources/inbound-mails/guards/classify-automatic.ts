/** Recognises mail that no person wrote for the team, by the headers that programs set. */
import type { ParsedMail } from '../parse/parsed-mail.ts'
import { findHeader, listHeaders, readKeyword } from './header-values.ts'

/** AUTO_REPLY answers a mail by itself, such as a notice of absence. BULK goes to many, such as a newsletter. */
export type AutomaticClass = 'AUTO_REPLY' | 'BULK'

type Classified = Pick<ParsedMail, 'headers' | 'report'>

const autoReplyHeaders = ['x-autoreply', 'x-autorespond', 'x-autoresponder']
const bulkHeaders = ['list-id', 'list-unsubscribe', 'list-post', 'feedback-id']

/** `belongsToThread` is true when a thread accepts the mail. */
export function classifyAutomatic({ headers, report }: Classified, belongsToThread: boolean): AutomaticClass | null {
  const keywords = (name: string): string[] => listHeaders(headers, name).map(readKeyword)
  const has = (name: string): boolean => findHeader(headers, name) !== null
  const submitted = keywords('auto-submitted').filter((word) => word !== '' && word !== 'no')
  const precedence = keywords('precedence')
  const isAutoReply =
    // Exchange marks notices of absence as `auto-generated`. In a known thread they are automatic replies, elsewhere they are bulk.
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
 * Whether the tenant's mail server has marked the mail as spam. Servers add their headers on top, so only the first of each name counts: a later
 * one was there when the mail arrived.
 */
export function isMarkedAsSpam({ headers }: Pick<ParsedMail, 'headers'>): boolean {
  const value = (name: string): string => findHeader(headers, name) ?? ''
  return (
    readKeyword(value('x-spam-flag')) === 'yes' ||
    readKeyword(value('x-spam-status')) === 'yes' ||
    /(^|[;\s])SFV:SPM([;\s]|$)/i.test(value('x-forefront-antispam-report').slice(0, 4000))
  )
}
