/** Declares customers' data in inbound mails: rows and raw files. */
import { addressHash, type EraseBatch, type EraseContext, type ExportContext, type Personal } from '#kit/privacy/holding.ts'
import { createThreadsStep, insertSubjects, toRequestKey } from '#kit/privacy/subjects.ts'
import { getFileStore } from '#platform/files/file-store.ts'
import type { Uuid } from '#platform/ids.ts'
import { rawMailName } from './accept/raw-file.ts'
import { deleteMailsFrom, deleteMailsOfThreads, type ErasedMail, mailsOfCustomers, nextSenders } from './personal-queries.ts'
import { type InboundMailRecord, toInboundMail } from './queries.ts'
import { deleteSenderRules, nextSenderRules } from './sender-rules/queries.ts'

const chunk = 500

export const personal: Personal = {
  tables: ['inbound_mails', 'sender_rules'],
  fields: { from: null, fromName: null, to: [], messageId: null, pattern: '@erased.invalid', note: null, lastError: null },
  excused: { inbound_identities: 'hashes with a secret key; they stay, so that no erased mail comes back' },
  steps: [
    createThreadsStep({ name: 'mails-of-threads', phase: 'contents', place: 'inboundMails' }, { size: 20 }, eraseOfThreads),
    { name: 'mails-from-customer', phase: 'contents', place: 'inboundMails', erase: eraseBySender },
    { name: 'sender-rules', phase: 'contents', place: 'senderRules', erase: eraseRules },
  ],
  exports: [
    {
      name: 'mails',
      title: 'Mails that came in',
      async *read(context) {
        for await (const record of readMails(context)) yield toInboundMail(record)
      },
    },
  ],
  files: exportRawMails,
}

/** Deletes the mails of the customers' threads, including those from other senders. */
async function eraseOfThreads(context: EraseContext, threadIds: Uuid[]): Promise<number> {
  const { db, erasure } = context
  const { tenantId, dryRun } = erasure
  let found = 0
  for (;;) {
    const gone = await db.rows(deleteMailsOfThreads, { tenantId, threadIds, dryRun, limit: dryRun ? countAll : chunk })
    await removeRaw(context, gone)
    found += gone.length
    if (dryRun || gone.length < chunk) return found
  }
}

/** Batch size of a dry run, which must count all rows at once, because it would find the same rows again. */
const countAll = 1_000_000_000

/** Deletes the other mails from the customer's addresses, of which the request has only hashes. */
async function eraseBySender(context: EraseContext, position: string | null): Promise<EraseBatch> {
  const { db, erasure, secrets } = context
  const { tenantId, dryRun, addressHashes } = erasure
  if (addressHashes.length === 0) return { found: 0, next: null }
  const senders = (await db.rows(nextSenders, { tenantId, after: position, limit: chunk })).map(({ sender }) => sender)
  let found = 0
  let after = position
  for (const sender of senders) {
    if (addressHashes.includes(addressHash(secrets, sender))) {
      const gone = await db.rows(deleteMailsFrom, { tenantId, sender, dryRun, limit: dryRun ? countAll : chunk })
      await removeRaw(context, gone)
      found += gone.length
      // Continue with the same sender in the next batch.
      if (!dryRun && gone.length >= chunk) return { found, next: after ?? '' }
    }
    after = sender
  }
  return { found, next: senders.length === chunk ? after : null }
}

/** Records deleted mails for the request, because events contain them, and enqueues the deletion of their files. */
async function removeRaw({ db, effects, erasure }: EraseContext, mails: readonly ErasedMail[]): Promise<void> {
  const [first] = mails
  if (!first) return
  await db.rows(insertSubjects, { ...toRequestKey(erasure), kind: 'MAIL', ids: mails.map(({ id }) => id) })
  if (erasure.dryRun) return
  effects.count('inbound_mails', -mails.length)
  effects.count('mail_bytes', -sumBytes(mails))
  effects.count('held_mail_bytes', -sumBytes(mails.filter(({ isHeld }) => isHeld)))
  effects.enqueue('remove-files', { key: first.id, input: { names: mails.map(({ id }) => rawMailName(id)) } })
}

function sumBytes(mails: readonly ErasedMail[]): number {
  return mails.reduce((sum, { bytes }) => sum + bytes, 0)
}

/** Deletes the rules for the customer's addresses. Keeps rules for domains. */
async function eraseRules({ db, erasure, secrets }: EraseContext, after: string | null): Promise<EraseBatch> {
  const { tenantId, dryRun, addressHashes } = erasure
  if (addressHashes.length === 0) return { found: 0, next: null }
  const rules = await db.rows(nextSenderRules, { tenantId, after, limit: chunk })
  const ids = rules.filter(({ pattern }) => addressHashes.includes(addressHash(secrets, pattern))).map(({ id }) => id)
  await db.rows(insertSubjects, { ...toRequestKey(erasure), kind: 'MAIL', ids })
  if (ids.length > 0 && !dryRun) await db.rows(deleteSenderRules, { tenantId, ids })
  return { found: ids.length, next: rules.length === chunk ? (rules.at(-1)?.id ?? null) : null }
}

async function* readMails({ db, tenantId, customerIds }: ExportContext): AsyncGenerator<InboundMailRecord> {
  for (let after: string | null = null; ; ) {
    const records: InboundMailRecord[] = await db.rows(mailsOfCustomers, { tenantId, customerIds, after, limit: chunk })
    yield* records
    if (records.length < chunk) return
    after = records.at(-1)?.id ?? null
  }
}

async function* exportRawMails(context: ExportContext): AsyncGenerator<{ name: string; read: () => AsyncIterable<Buffer> }> {
  const { tenantId, config } = context
  for await (const { id, hasRaw } of readMails(context)) {
    if (hasRaw) yield { name: rawMailName(id), read: () => readRaw(config, { tenantId, name: rawMailName(id) }) }
  }
}

/** Yields the bytes of a raw mail, or nothing if it has been deleted. */
async function* readRaw(config: ExportContext['config'], key: { tenantId: Uuid; name: string }): AsyncGenerator<Buffer> {
  const found = await getFileStore(config).read(key)
  if (found) yield* found.bytes
}
