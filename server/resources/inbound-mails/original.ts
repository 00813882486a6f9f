/** Links to raw mails. */
import { databaseNow } from '#platform/database-now.ts'
import { ApiError } from '#platform/errors.ts'
import type { PresentLinks } from '#platform/files/file-links.ts'
import { toTypeId, type Uuid } from '#platform/ids.ts'
import type { Static } from '#platform/schema.ts'
import { isoTime } from '#platform/time.ts'
import { rawMailName } from './accept/raw-file.ts'
import { originalGone } from './errors.ts'
import type { MailOriginal } from './schema.ts'

/** Milliseconds until a link to a raw mail expires. */
const linkMs = 300_000

/** Fields of an inbound mail that a link to its raw mail needs. */
type WithRaw = { id: Uuid; size: number; hasRaw: boolean }

/** Returns the mail. Throws 404 when its raw mail has been deleted. */
export function requireRaw<Mail extends WithRaw>(mail: Mail): Mail {
  if (!mail.hasRaw) throw new ApiError(originalGone)
  return mail
}

/** Presents the link to a raw mail. */
export function toMailOriginal({ id, size }: WithRaw, links: PresentLinks): Static<typeof MailOriginal> {
  const expiresAt = new Date(databaseNow() + linkMs)
  const file = { name: rawMailName(id), filename: `${toTypeId('eml', id)}.eml`, contentType: 'message/rfc822' }
  return { url: links.read(file, expiresAt), size, expiresAt: isoTime(expiresAt.toISOString()) }
}
