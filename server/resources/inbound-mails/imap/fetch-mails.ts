/** Fetches mails from an open mailbox and accepts each once. */
import { Readable } from 'node:stream'
import { databaseNow } from '#platform/database-now.ts'
import type { Queryable } from '#platform/db.ts'
import { FileTooLarge } from '#platform/files/unfinished.ts'
import { type HeldInbox, LeaseLost } from '../../inboxes/index.ts'
import { type AcceptServices, acceptMail } from '../accept/accept-mail.ts'
import type { MailEnvelope } from '../accept/envelope.ts'
import { createMailScan, toOriginIdentity } from '../threading/mail-identity.ts'
import type { ImapSettings } from './connect.ts'
import { FairBudget } from './fair-budget.ts'
import type { Mailbox } from './mailbox.ts'
import { type MailInfo, maxHeadersPerCommand, maxMailsPerCommand } from './mailbox-facts.ts'
import { findKnownIdentities, recordFetch, setCheckpoint } from './queries.ts'
import { enqueueTidying } from './tidy-mailbox.ts'

/** Limits the bytes of mails in this process's memory. A mail streams to the file store in parts, few of which are in memory at a time. */
export const bytesInMemory = new FairBudget(64 * 1_048_576)
const maxBytesOfMail = 1_048_576
/** Milliseconds of look-back for late mails, because some servers reveal a mail after mails with higher UIDs. */
const lateMs = 2 * 86_400_000
/** Age in milliseconds from which a mail counts as history and gets no automatic reply. */
const historyMs = 86_400_000

/** A mailbox whose lease this worker holds, with its checkpoint from the database. */
export type HeldMailbox = HeldInbox & {
  readonly imap: ImapSettings
  checkpoint: { folder: string; uidValidity: number; uid: number } | null
  fetchFrom: Date | null
  lastMailAt: Date | null
  /** UIDs up to the checkpoint whose mails have been accepted. */
  readonly seen: Set<number>
}

/** How a mail was found. One found by a search moves no checkpoint: only its identity decides whether it is new. */
type Way = { movesCheckpoint: boolean; isImport: boolean }

export class MailFetcher {
  readonly #services: AcceptServices
  readonly #held: HeldMailbox
  readonly #mailbox: Mailbox
  readonly #signal: AbortSignal
  /** UID up to which mails were accepted or skipped. */
  #skippedTo = 0

  constructor(services: AcceptServices, held: HeldMailbox, mailbox: Mailbox, signal: AbortSignal) {
    this.#services = services
    this.#held = held
    this.#mailbox = mailbox
    this.#signal = signal
  }

  /** Fetches the mails due by the checkpoint, after the folder was opened. */
  async catchUp(): Promise<void> {
    const { checkpoint, imap, lastMailAt, fetchFrom } = this.#held
    const { uidValidity, uidNext } = this.#mailbox
    if (checkpoint?.folder === imap.folder && checkpoint.uidValidity === uidValidity) {
      await this.fetchNew()
      return this.fetchLate()
    }
    if (checkpoint?.folder === imap.folder) {
      // The server has renumbered all mails (UIDVALIDITY), so only identities show which are new.
      await this.#acceptSince(new Date((lastMailAt ?? fetchFrom ?? new Date(databaseNow())).getTime() - lateMs), false)
    } else {
      const since = imap.importSince === null ? fetchFrom : new Date(imap.importSince)
      if (since && (fetchFrom === null || since < fetchFrom)) this.#held.fetchFrom = since
      if (since) await this.#acceptSince(since, imap.importSince !== null)
    }
    this.#held.fetchFrom ??= new Date(databaseNow())
    // Move the checkpoint last: a worker killed before this repeats the search, and identities keep each mail single.
    await this.#setCheckpoint({ folder: imap.folder, uidValidity, uid: uidNext - 1 })
    for (const uid of await this.#mailbox.findSince(new Date(databaseNow() - lateMs))) if (uid < uidNext) this.#held.seen.add(uid)
    await this.fetchNew()
  }

  /** Fetches the mails after the checkpoint. Returns how many were accepted. */
  async fetchNew(): Promise<number> {
    let accepted = 0
    const uids = await this.#mailbox.findAfter(Math.max(this.#skippedTo, this.#held.checkpoint?.uid ?? 0))
    for (const part of divide(uids, maxMailsPerCommand)) {
      for (const mail of await this.#mailbox.readInfos(part)) {
        const isImport = databaseNow() - mail.receivedAt.getTime() > historyMs
        if (await this.#accept(mail, { movesCheckpoint: true, isImport })) accepted++
        this.#held.seen.add(mail.uid)
      }
      this.#skippedTo = part.at(-1) ?? this.#skippedTo
    }
    return accepted
  }

  /** Fetches mails below the checkpoint that the server reveals late. */
  async fetchLate(): Promise<void> {
    const since = new Date(databaseNow() - lateMs)
    const found = await this.#mailbox.findSince(since)
    const { seen, checkpoint } = this.#held
    const late = found.filter((uid) => uid <= (checkpoint?.uid ?? 0) && !seen.has(uid))
    const skipped = new Set(late)
    for (const part of divide(late, maxMailsPerCommand)) {
      const mails = await this.#mailbox.readInfos(part)
      await this.#acceptUnknown(mails, since, false)
      for (const { uid } of mails) skipped.delete(uid)
    }
    seen.clear()
    // A mail that was skipped because it was marked as deleted can lose its mark.
    for (const uid of found) if (!skipped.has(uid)) seen.add(uid)
  }

  /** Accepts mails with unknown identities that arrived since a time, up to the opening of the folder. */
  async #acceptSince(since: Date, isImport: boolean): Promise<void> {
    const uids = (await this.#mailbox.findSince(since)).filter((uid) => uid < this.#mailbox.uidNext)
    for (const part of divide(uids, maxMailsPerCommand)) await this.#acceptUnknown(await this.#mailbox.readInfos(part), since, isImport)
  }

  /** Accepts mails with unknown identities that arrived after `since`, and after the inbox was connected. */
  async #acceptUnknown(mails: readonly MailInfo[], since: Date, isImport: boolean): Promise<void> {
    const { fetchFrom } = this.#held
    const candidates = mails.filter(
      ({ receivedAt }) => receivedAt.getTime() >= since.getTime() && (fetchFrom === null || isAfter(receivedAt, fetchFrom, isImport)),
    )
    for (const part of divide(candidates, maxHeadersPerCommand)) {
      const known = await this.#findKnown(part)
      for (const mail of part) if (!known.has(mail.uid)) await this.#accept(mail, { movesCheckpoint: false, isImport })
    }
  }

  /** Returns the UIDs of mails that the tenant has already accepted, in any inbox. */
  async #findKnown(mails: readonly MailInfo[]): Promise<Set<number>> {
    const identities = new Map<number, string[]>()
    const uids = mails.map(({ uid }) => uid)
    const getFields = await this.#mailbox.readIdentityFields(uids)
    for (const uid of uids) identities.set(uid, await this.#identifyBy(uid, getFields.get(uid) ?? Buffer.alloc(0)))
    const found = await this.#services.db.rows(findKnownIdentities, {
      tenantId: this.#held.tenantId,
      identities: [...identities.values()].flat(),
    })
    const known = new Set(found.map(({ identity }) => identity))
    return new Set([...identities].flatMap(([uid, taken]) => (taken.some((identity) => known.has(identity)) ? [uid] : [])))
  }

  /**
   * Returns the possible identities of a mail in a mailbox, in hexadecimal. Reads the whole mail only if its header fields do not identify
   * it. Empty if the mail is gone.
   */
  async #identifyBy(uid: number, fields: Uint8Array): Promise<string[]> {
    const toBoth = (identity: Buffer): string[] =>
      [identity, toOriginIdentity(this.#services.secrets, identity, '')].map((each) => each.toString('hex'))
    const scan = createMailScan(this.#services.secrets)
    scan.update(fields)
    const { messageId, from, identity } = scan.finish()
    if (messageId !== null && from !== null) return toBoth(identity)
    const bytes = await this.#mailbox.read(uid)
    if (!bytes) return []
    const whole = createMailScan(this.#services.secrets)
    for await (const part of bytes) whole.update(part)
    return toBoth(whole.finish().identity)
  }

  /** Accepts a mail. Returns whether it was still there. */
  async #accept(mail: MailInfo, way: Way): Promise<boolean> {
    this.#signal.throwIfAborted()
    if (mail.size > this.#services.config.mailIn.maxBytes) return this.#acceptHeaders(mail, way)
    try {
      return await bytesInMemory.run(this.#held.tenantId, Math.min(mail.size, maxBytesOfMail), async () => {
        // Other mailboxes of the tenant may have used up its share for a while.
        this.#signal.throwIfAborted()
        const bytes = await this.#mailbox.read(mail.uid)
        // Another program has deleted the mail since it was listed.
        if (bytes) await this.#store(mail, way, bytes, {})
        return bytes !== null
      })
    } catch (error) {
      // The server sent more than it announced.
      if (!(error instanceof FileTooLarge)) throw error
      return this.#acceptHeaders(mail, way)
    }
  }

  async #acceptHeaders(mail: MailInfo, way: Way): Promise<boolean> {
    const headers = await this.#mailbox.readHeaders(mail.uid)
    if (headers) await this.#store(mail, way, Readable.from([headers]), { headersOnly: { size: mail.size } })
    return headers !== null
  }

  async #store(mail: MailInfo, way: Way, bytes: AsyncIterable<Uint8Array>, more: Partial<MailEnvelope>): Promise<void> {
    const { tenantId, inboxId } = this.#held
    const envelope = { mailFrom: null, rcpt: [], ...(way.isImport ? { isImport: true } : {}), ...more }
    const remember = (tx: Queryable): Promise<void> => this.#remember(tx, mail, way)
    await acceptMail(this.#services, { tenantId, inboxId, transport: 'IMAP', envelope, bytes, remember })
    if (way.movesCheckpoint && this.#held.checkpoint) this.#held.checkpoint.uid = mail.uid
  }

  /** Runs in the acceptance transaction. Throws LeaseLost, which rolls the transaction back. */
  async #remember(tx: Queryable, { uid, receivedAt }: MailInfo, { movesCheckpoint }: Way): Promise<void> {
    const { tenantId, inboxId, token, imap } = this.#held
    const fetched = { uid: movesCheckpoint ? uid : null, receivedAt: receivedAt.toISOString() }
    if (!(await tx.first(recordFetch, { tenantId, inboxId, token, ...fetched }))) throw new LeaseLost()
    if (imap.afterFetch !== 'NOTHING')
      await enqueueTidying(tx, { tenantId, inboxId, folder: imap.folder, uidValidity: this.#mailbox.uidValidity, uid })
  }

  async #setCheckpoint(checkpoint: NonNullable<HeldMailbox['checkpoint']>): Promise<void> {
    const { tenantId, inboxId, token, fetchFrom } = this.#held
    const key = { tenantId, inboxId, token }
    const stored = await this.#services.db.first(setCheckpoint, { ...key, ...checkpoint, fetchFrom: fetchFrom?.toISOString() ?? null })
    if (!stored) throw new LeaseLost()
    this.#held.checkpoint = checkpoint
  }
}

/**
 * Whether a mail arrived after the inbox was connected. The server's times have whole seconds, so mails of the same second count as
 * earlier: newer ones have a UID above the first checkpoint. An import includes its first second.
 */
function isAfter(receivedAt: Date, from: Date, isImport: boolean): boolean {
  return isImport ? receivedAt.getTime() >= from.getTime() : receivedAt.getTime() > from.getTime()
}

function divide<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size))
}
