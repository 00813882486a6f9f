/** Mails to a customer that wait to be sent, or are kept as files. */
import { rm } from 'node:fs/promises'
import {
  addressHash,
  type EraseContext,
  type EraseOutsideContext,
  type Erasure,
  type JobName,
  ofRequest,
  type Personal,
  type Portion,
  type Secrets,
} from '../../kit/index.ts'
import { readKeptMails } from './deliver.ts'
import { deleteMails, subjectsAmong, waitingMails } from './queries.ts'
import { unseal, type WaitingMail } from './send-mail.ts'

const mailsMax = 200

export const personal: Personal = {
  tables: ['jobs'],
  steps: [
    { name: 'mails', phase: 'copies', place: 'mails', erase: eraseWaiting },
    { name: 'kept-mails', phase: 'copies', place: 'keptMails', outside: true, erase: eraseKept },
  ],
}

/** Those to the customer, and those about something of theirs, whoever they are to. */
async function eraseWaiting({ db, erasure, secrets }: EraseContext, after: string | null): Promise<Portion> {
  const { tenantId, dryRun } = erasure
  const name: JobName = 'send-mail'
  const mails = await db.rows(waitingMails, { ...ofRequest(erasure), name, after, limit: mailsMax })
  const ids = mails.filter(({ input, isAbout }) => isAbout || isTo(erasure, secrets, addressOf(secrets, input))).map(({ id }) => id)
  if (ids.length > 0 && !dryRun) await db.rows(deleteMails, { tenantId, name, ids })
  return { found: ids.length, next: mails.length === mailsMax ? (mails.at(-1)?.id ?? null) : null }
}

async function eraseKept({ db, erasure, config, secrets }: EraseOutsideContext, position: string | null): Promise<Portion> {
  const mails = await readKeptMails(config, erasure.tenantId, { after: position ?? '', limit: mailsMax })
  const subjects = await db.rows(subjectsAmong, { ...ofRequest(erasure), ids: mails.flatMap(({ about }) => about ?? []) })
  const isAbout = new Set(subjects.map(({ id }) => id))
  const theirs = mails.filter(({ to, about }) => isTo(erasure, secrets, to) || (about !== null && isAbout.has(about)))
  if (!erasure.dryRun) await Promise.all(theirs.map(({ path }) => rm(path, { force: true })))
  return { found: theirs.length, next: mails.length === mailsMax ? (mails.at(-1)?.name ?? null) : null }
}

function isTo({ addressHashes }: Erasure, secrets: Secrets, address: string | null): boolean {
  return address !== null && addressHashes.includes(addressHash(secrets, address))
}

/** Null for a mail that was sealed with another key: nobody can read it any more. */
function addressOf(secrets: Secrets, mail: WaitingMail): string | null {
  try {
    return unseal(secrets, mail).to
  } catch {
    return null
  }
}
