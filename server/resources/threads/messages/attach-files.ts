/** Messages with files: the files are attached in the transaction that writes the message. */
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
import { attach, type KeptAttachment } from '../../uploads/index.ts'

/** A message to be written, and its files; null for none. */
export type WithFiles = { db: Runner; messageId: Uuid; attachments: KeptAttachment[] | null }
type RequestedFiles = readonly { readonly uploadId: Uuid; readonly filename?: string | undefined }[]
type Reply<Record> = ItemReply<Record> | AlreadyAnswered

/**
 * Lets `writeMessage` write a message. Without files that is all, at no cost. With files it is done in a transaction that attaches them
 * first, and undoes that unless the message was written. `mayAttach` looks, before that, whether there will be a message.
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
    const attachments = (await mayAttach(tx)) ? await attach(tx, { tenantId, messageId }, asked) : null
    const reply = await writeMessage({ db: within(tx), messageId, attachments })
    // Written a moment ago, by the same request or one for the same thread, with its own files: attaching these is undone.
    if (attachments && ('prior' in reply || reply.status !== 201)) throw new OutdatedRead('It was written concurrently')
    return reply
  }, tenantId)
}
