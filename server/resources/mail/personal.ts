/** Erases a customer's mails: queued ones and those written to files. */
import { rm } from 'node:fs/promises'
import {
  addressHash,
  type EraseContext,
  type EraseOutsideContext,
  type Erasure,
  type Personal,
  type EraseBatch,
} from '#kit/privacy/holding.ts'
import { toRequestKey } from '#kit/privacy/subjects.ts'
import type { JobName } from '#platform/jobs/orders.ts'
import type { Secrets } from '#platform/secrets.ts'
import { listMailFiles } from './mail-files.ts'
import { deleteMails, filterSubjects, listWaitingMails } from './queries.ts'
import { unseal, type WaitingMail } from './send-mail.ts'

const mailsPerChunk = 200

export const personal: Personal = {
  tables: ['jobs'],
  steps: [
    { name: 'mails', phase: 'copies', place: 'mails', erase: eraseWaiting },
    { name: 'kept-mails', phase: 'copies', place: 'keptMails', outside: true, erase: eraseMailFiles },
  ],
}

/** Deletes queued mails to the customer, and queued mails to anyone about an object that is being erased. */
async function eraseWaiting({ db, erasure, secrets }: EraseContext, after: string | null): Promise<EraseBatch> {
  const { tenantId, dryRun } = erasure
  const name: JobName = 'send-mail'
  const mails = await db.rows(listWaitingMails, { ...toRequestKey(erasure), name, after, limit: mailsPerChunk })
  const ids = mails.filter(({ input, isAbout }) => isAbout || isTo(erasure, secrets, readRecipient(secrets, input))).map(({ id }) => id)
  if (ids.length > 0 && !dryRun) await db.rows(deleteMails, { tenantId, name, ids })
  return { found: ids.length, next: mails.length === mailsPerChunk ? (mails.at(-1)?.id ?? null) : null }
}

async function eraseMailFiles({ db, erasure, config, secrets }: EraseOutsideContext, position: string | null): Promise<EraseBatch> {
  const mails = await listMailFiles(config, erasure.tenantId, { after: position ?? '', limit: mailsPerChunk })
  const subjects = await db.rows(filterSubjects, { ...toRequestKey(erasure), ids: mails.flatMap(({ about }) => about ?? []) })
  const isAbout = new Set(subjects.map(({ id }) => id))
  const matching = mails.filter(
    ({ recipients, about }) => recipients.some((address) => isTo(erasure, secrets, address)) || (about !== null && isAbout.has(about)),
  )
  if (!erasure.dryRun) await Promise.all(matching.map(({ path }) => rm(path, { force: true })))
  return { found: matching.length, next: mails.length === mailsPerChunk ? (mails.at(-1)?.name ?? null) : null }
}

function isTo({ addressHashes }: Erasure, secrets: Secrets, address: string | null): boolean {
  return address !== null && addressHashes.includes(addressHash(secrets, address))
}

/** Returns the recipient's address. Null if the mail was encrypted with another SECRET_KEY and is unreadable. */
function readRecipient(secrets: Secrets, mail: WaitingMail): string | null {
  try {
    return unseal(secrets, mail).to
  } catch {
    return null
  }
}
