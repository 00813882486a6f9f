/** Finds the message that a bounce reports. */
import type { Uuid } from '#platform/ids.ts'
import type { Secrets } from '#platform/secrets.ts'
import { findSignedMessages, normalizeMessageId } from '../../mail/index.ts'
import { findBounceKind, findReturnedKind, isNoticeOfDelay, type BounceKind, type BounceSource } from './bounce-signs.ts'
import { toSearchableText } from './bounce-text.ts'

/** A bounce, and everything that may lead to the original mail. */
export type Bounce = {
  readonly kind: BounceKind
  /** Messages whose ids this service signed, strongest evidence first. The first that exists is the one. */
  readonly signedMessages: readonly Uuid[]
  /** Other Message-IDs in the text, for a look-up among the stored ids if no signed id leads anywhere. At most fifty. */
  readonly otherIds: readonly string[]
  /** Results per recipient, if the mail is a report. */
  readonly report: NonNullable<BounceSource['mail']['report']>['recipients']
  readonly failedRecipients: readonly string[]
  readonly isDelay: boolean
  readonly text: string
}

const maxOtherIds = 50

/**
 * Returns null for mail that is not a bounce. `raw` is the start of the raw mail, of which 512 KiB are searched: four in ten bounces are
 * not standard reports, but almost all return the headers of the original mail.
 */
export function readBounce(source: BounceSource, raw: Uint8Array, secrets: Pick<Secrets, 'derive'>, tenantId: Uuid): Bounce | null {
  const known = findBounceKind(source)
  const kind = known ?? findReturnedKind(source)
  if (kind === null) return null
  const text = toSearchableText(raw)
  const mentions = findSignedMessages(secrets, tenantId, text)
  // The sort is stable, so ids of the same rank stay in order.
  const ranked = mentions.map(({ messageId, offset }) => ({ messageId, rank: rankPlace(text, offset) })).toSorted((a, b) => a.rank - b.rank)
  const bodyStart = text.search(/\r?\n\r?\n/)
  const isReturned = mentions.some(({ offset }) => offset > bodyStart && rankPlace(text, offset) < 2)
  if (known === null && !isReturned) return null
  const failed = source.mail.headers
    .filter(({ name }) => name === 'x-failed-recipients')
    .flatMap(({ value }) => value.slice(0, 10_000).split(','))
  return {
    kind,
    signedMessages: [...new Set(ranked.map(({ messageId }) => messageId))],
    otherIds: findOtherIds(text),
    report: source.mail.report?.recipients ?? [],
    failedRecipients: failed.map((address) => address.trim()).filter((address) => address !== ''),
    isDelay: isNoticeOfDelay(source.mail),
    text,
  }
}

/**
 * Ranks the place of an id. A mail can quote an earlier message of the same thread, so an id in the returned headers outranks one in the
 * body.
 */
function rankPlace(text: string, offset: number): number {
  const before = text.slice(Math.max(0, offset - 60), offset)
  if (/x-skein-message:\s*$/i.test(before)) return 0
  return /(^|\n)[>\s]*message-id:\s*(<|&lt;)?\s*$/i.test(before) ? 1 : 2
}

function findOtherIds(text: string): string[] {
  const headerIds = [...text.matchAll(/\bmessage-id:\s{0,20}<([^<>\s]{3,998})>/gi)].map(([, id]) => id ?? '')
  const listed = [...text.matchAll(/^(?:references|in-reply-to):((?:[^\n]{0,2000}\n[ \t])*[^\n]{0,2000})/gim)].flatMap(([, value]) =>
    [...(value ?? '').matchAll(/<([^<>\s]{3,998})>/g)].map(([, id]) => id ?? ''),
  )
  const ids = [...headerIds, ...listed].flatMap((id) => normalizeMessageId(id) ?? [])
  return [...new Set(ids)].slice(0, maxOtherIds)
}
