/** Erases replies and forwarded messages that were written to files because there is no mail server. */
import { rm } from 'node:fs/promises'
import { addressHash, type EraseBatch, type EraseOutsideContext, type EraseStep } from '#kit/privacy/holding.ts'
import { toRequestKey } from '#kit/privacy/subjects.ts'
import { listMailFiles } from '../../mail/index.ts'
import { findMessagesOfSubjects } from './personal-queries.ts'

const filesPerChunk = 200
const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Runs before the messages are erased, because the message identifies its file. */
export const keptMailsStep: EraseStep = {
  name: 'kept-replies',
  phase: 'contents',
  place: 'keptMails',
  outside: true,
  erase: eraseKeptMails,
}

async function eraseKeptMails({ db, erasure, config, secrets }: EraseOutsideContext, position: string | null): Promise<EraseBatch> {
  const { tenantId, dryRun, addressHashes } = erasure
  const files = await listMailFiles(config, tenantId, { after: position ?? '', limit: filesPerChunk })
  // Another step finds mails to the customer, by their recipients.
  const others = files.filter(
    ({ id, recipients }) => uuidPattern.test(id) && !recipients.some((address) => addressHashes.includes(addressHash(secrets, address))),
  )
  const found = await db.rows(findMessagesOfSubjects, { ...toRequestKey(erasure), ids: others.map(({ id }) => id) })
  const theirs = new Set(found.map(({ id }) => id))
  const paths = others.filter(({ id }) => theirs.has(id)).map(({ path }) => path)
  if (!dryRun) await Promise.all(paths.map((path) => rm(path, { force: true })))
  return { found: paths.length, next: files.length === filesPerChunk ? (files.at(-1)?.name ?? null) : null }
}
