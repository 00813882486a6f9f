/** Exports and erases customers' entries as participants of threads. */
import { createPresenter } from '#kit/present.ts'
import { addressHash, type EraseBatch, type EraseContext, type EraseStep, type ExportContext } from '#kit/privacy/holding.ts'
import { createThreadsStep, toRequestKey } from '#kit/privacy/subjects.ts'
import { fetchOne } from '#kit/write.ts'
import { toTypeId, type Uuid } from '#platform/ids.ts'
import {
  countParticipantsOfThreads,
  deleteMailKeys,
  deleteParticipants,
  deleteParticipantsOfThreads,
  nextParticipants,
  type ParticipantRow,
  participationsOf,
} from '../email/participants/participant-queries.ts'
import { Participant } from '../record/participant-schema.ts'

const presentParticipant = createPresenter(Participant)

const participantsPerChunk = 1_000

export const participantSteps: readonly EraseStep[] = [
  createThreadsStep({ name: 'participants', phase: 'contents', place: 'participants' }, { kinds: ['THREAD'] }, eraseOfThreads),
  { name: 'participations', phase: 'contents', place: 'participants', erase: eraseElsewhere },
]

async function eraseOfThreads({ db, erasure: { tenantId, dryRun } }: EraseContext, threadIds: Uuid[]): Promise<number> {
  if (dryRun) return (await fetchOne(db, countParticipantsOfThreads, { tenantId, threadIds })).count
  await db.rows(deleteMailKeys, { tenantId, threadIds })
  return (await db.rows(deleteParticipantsOfThreads, { tenantId, threadIds })).length
}

/** Erases the customer from other customers' threads, including by former addresses. */
async function eraseElsewhere({ db, erasure, secrets }: EraseContext, after: string | null): Promise<EraseBatch> {
  const { tenantId, dryRun, customerIds, addressHashes } = erasure
  if (customerIds.length === 0) return { found: 0, next: null }
  const rows = await db.rows(nextParticipants, { ...toRequestKey(erasure), after, limit: participantsPerChunk })
  const theirs = rows.filter(
    ({ address, customerId, isOfThread }) =>
      !isOfThread && ((customerId !== null && customerIds.includes(customerId)) || addressHashes.includes(addressHash(secrets, address))),
  )
  if (theirs.length > 0 && !dryRun) await db.rows(deleteParticipants, { tenantId, ids: theirs.map(({ id }) => id) })
  return { found: theirs.length, next: rows.length === participantsPerChunk ? (rows.at(-1)?.id ?? null) : null }
}

export async function* exportParticipations({ db, tenantId, customerIds }: ExportContext): AsyncGenerator<object> {
  for (let after: Uuid | null = null; ; ) {
    const rows: (ParticipantRow & { threadId: Uuid })[] = await db.rows(participationsOf, {
      tenantId,
      customerIds,
      after,
      limit: participantsPerChunk,
    })
    for (const { threadId, ...participant } of rows) yield { ...presentParticipant(participant), threadId: toTypeId('thr', threadId) }
    after = rows.at(-1)?.id ?? null
    if (rows.length < participantsPerChunk) return
  }
}
