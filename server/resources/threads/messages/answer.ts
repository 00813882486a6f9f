/**
 * What counts as an answer to a customer. Response targets, the time since when a customer waits, and reports all use this, so that a program's
 * message never looks like help from a person.
 */
import type { StoredEmail } from './message-email-schema.ts'

type Said = {
  readonly authorType: string
  readonly internal: boolean
  /** Absent in records from before it was stored. */
  readonly automatic?: boolean
  readonly email?: StoredEmail | null
}

/** An automatic message: written by a program, or sent automatically by somebody's mail program. */
export const isAutomaticSql = (message: string): string =>
  `(${message}.automatic or ${message}.author_type in ('BOT', 'SYSTEM') or coalesce(${message}.email ->> 'automatic' = 'AUTO_REPLY', false))`

/** An answer: a public message of a person of the tenant. */
export const isAnswerSql = (message: string): string =>
  `(${message}.author_type = 'AGENT' and not ${message}.internal and not ${isAutomaticSql(message)})`

/** The same for a message that was read. */
export function isAutomatic({ automatic, authorType, email }: Omit<Said, 'internal'>): boolean {
  return automatic === true || authorType === 'BOT' || authorType === 'SYSTEM' || email?.automatic === 'AUTO_REPLY'
}

export function isAnswer(message: Said): boolean {
  return message.authorType === 'AGENT' && !message.internal && !isAutomatic(message)
}
