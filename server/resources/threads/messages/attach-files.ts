/** Writes messages with files: one transaction attaches the files and writes the message. */
import {
  type AlreadyAnswered,
  type Database,
  findPrior,
  type ItemReply,
  newId,
  OutdatedRead,
  type Queryable,
  type Runner,
  type Uuid,
  within,
  type WriteIdentity,
} from '../../../kit/index.ts'
import { attachToMessage, type StoredAttachment } from '../../uploads/index.ts'

/** The database, id and attached files (null for none) for a message that is about to be written. */
export type WithFiles = { db: Runner; messageId: Uuid; attachments: StoredAttachment[] | null }
type RequestedFiles = readonly { readonly uploadId: Uuid; readonly filename?: string | undefined }[]
type Reply<Record> = ItemReply<Record> | AlreadyAnswered

/**
 * Calls `writeMessage`. If files are requested, opens a transaction, attaches the files and then calls `writeMessage`; the attachments are
 * rolled back unless a message was written. `mayAttach` is called before: false means that no message will be written.
 */
export async function withFiles<Record>(
  { db, write, principal: { tenantId } }: { db: Database; write: WriteIdentity; principal: { tenantId: Uuid } },
  asked: RequestedFiles,
  mayAttach: (tx: Queryable) => Promise<boolean>,
  writeMessage: (message: WithFiles) => Promise<Reply<Record>>,
): Promise<Reply<Record>> {
  const messageId = newId()
  if (asked.length === 0) return writeMessage({ db, messageId, attachments: null })
  return db.transaction(async (tx) => {
    const prior = await findPrior(tx, write)
    if (prior) return { prior }
    const attachments = (await mayAttach(tx)) ? await attachToMessage(tx, { tenantId, messageId }, asked) : null
    const reply = await writeMessage({ db: within(tx), messageId, attachments })
    // A concurrent request has written the message or the thread with its own files, so this transaction must roll back.
    if (attachments && ('prior' in reply || reply.status !== 201)) throw new OutdatedRead('It was written concurrently')
    return reply
  }, tenantId)
}
