/**
 * Defines what counts as a reply to a customer. Response targets, the customer's wait and reports all use it, so that a program's message
 * never looks like help from a person.
 */
import type { Delivery, StoredEmail } from './message-email-schema.ts'

type Said = {
  readonly authorType: string
  readonly internal: boolean
  /** Absent in records from before it was stored. */
  readonly automatic?: boolean
  readonly email?: StoredEmail | null
  readonly delivery?: Delivery | null
}

/** SQL: whether a message is automatic: written by a program, or sent by a mail program on its own. */
export const isAutomaticSql = (message: string): string =>
  `(${message}.automatic or ${message}.author_type in ('BOT', 'SYSTEM') or coalesce(${message}.email ->> 'automatic' = 'AUTO_REPLY', false))`

/** SQL: whether a message's mail failed or bounced for all recipients. */
export const reachedNobodySql = (
  message: string,
): string => `(coalesce(${message}.delivery ->> 'state' in ('FAILED', 'BOUNCED'), false) and not exists (
    select 1 from jsonb_array_elements(${message}.delivery -> 'recipients') as recipient where recipient ->> 'state' not in ('FAILED', 'BOUNCED')))`

/** SQL: whether a message is a public message by a person of the tenant. */
const isReplySql = (message: string): string =>
  `(${message}.author_type = 'AGENT' and not ${message}.internal and not ${isAutomaticSql(message)})`

/** SQL: whether a message counts as a reply: one by a person, unless its mail reached no recipient. */
export const isAnswerSql = (message: string): string => `(${isReplySql(message)} and not ${reachedNobodySql(message)})`

/** SQL: a procedure step that sets the variable `not_sent` to a thread's latest reply if its mail reached no recipient. */
export const notSentStep = (thread: string): string => `select case when ${reachedNobodySql('messages')} then id end into not_sent
      from messages where tenant_id = :tenantId and thread_id = ${thread} and ${isReplySql('messages')} order by created_at desc, id desc limit 1;`

/** SQL: the same as an expression. */
export const notSentSql = (thread: string): string => `(select case when ${reachedNobodySql('r')} then r.id end from (
    select id, delivery from messages where tenant_id = :tenantId::uuid and thread_id = ${thread} and ${isReplySql('messages')}
    order by created_at desc, id desc limit 1) r)`

/** Whether a message from the database is automatic. */
export function isAutomatic({ automatic, authorType, email }: Omit<Said, 'internal'>): boolean {
  return automatic === true || authorType === 'BOT' || authorType === 'SYSTEM' || email?.automatic === 'AUTO_REPLY'
}

export function isAnswer(message: Said): boolean {
  return message.authorType === 'AGENT' && !message.internal && !isAutomatic(message) && !reachedNobody(message.delivery ?? null)
}

/** True when a message's mail failed or bounced for all recipients, so that the customer has no reply. */
export function reachedNobody(delivery: Pick<Delivery, 'recipients'> | null): boolean {
  return (
    delivery !== null &&
    delivery.recipients.length > 0 &&
    delivery.recipients.every(({ state }) => state === 'FAILED' || state === 'BOUNCED')
  )
}
