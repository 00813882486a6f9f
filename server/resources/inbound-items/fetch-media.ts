/** Fetches a file of a message that a program has delivered, and adds it to the message. */
import type { Config } from '../../config.ts'
import { cleanFilename } from '#kit/filename.ts'
import { ApiError } from '#platform/errors.ts'
import { FileTooLarge } from '#platform/files/file-store.ts'
import type { Uuid } from '#platform/ids.ts'
import { job, JobFailure, type OutsideContext, type RunContext } from '#platform/jobs/job.ts'
import { ForbiddenUrlError, type SafeFetch, SafeFetchError } from '#platform/outbound/safe-fetch.ts'
import { type MediaRef, ProviderError } from '../../channels/channel.ts'
import { connectInbox } from '../inboxes/index.ts'
import { addFileToArrived, noteAboutArrived } from '../threads/index.ts'
import { attachMailFiles, type StoredAttachment, storeFetchedFile } from '../uploads/index.ts'
import { findItem, findItemInbox, holdItem } from './queries.ts'
import { getProvider, readItem } from './settle-item.ts'

/** `index` is the file's place in the item. Its URL is read from the item, so that an erasure reaches it. */
type Input = { itemId: Uuid; index: number }

declare global {
  interface EnqueuedJobs {
    'fetch-media': Input
  }
}

/** Milliseconds for a file, from the DNS query to its last byte. */
const maxFetchMs = 60_000

export const fetchMedia = job({
  name: 'fetch-media',
  description: 'Fetches a file of a message that a program has delivered.',
  retrySeconds: [5, 60],
  leaseSeconds: 30,
  renewsLease: true,
  outside: fetchFile,
  run: attach,
  onDead: noteMissing,
})

/** Returns null when the item or its file is gone. */
async function fetchFile(context: OutsideContext<Input>): Promise<StoredAttachment | null> {
  const { db, config, signal, tenantId, input } = context
  const file = await db.first(findItem, { tenantId, id: input.itemId })
  const media = file && readMedia(file, input.index)
  if (!media) return null
  const filename = media.filename ?? getName(media.source)
  try {
    const { url, fetch } = await findFile(context, file, media)
    return await fetch.readFile(url, { timeoutMs: maxFetchMs, signal }, ({ contentType, bytes }) =>
      storeFetchedFile({ db, config: config as Config }, tenantId, { filename, contentType, bytes }),
    )
  } catch (error) {
    if (error instanceof FileTooLarge) throw new JobFailure('The file is larger than 25 MiB.', { permanent: true, cause: error })
    if (error instanceof ForbiddenUrlError) throw new JobFailure(error.message, { permanent: true, cause: error })
    if (error instanceof ProviderError) throw new JobFailure(error.message, { permanent: error.isFinal, cause: error })
    if (error instanceof SafeFetchError || error instanceof ApiError) throw new JobFailure(error.message, { cause: error })
    throw error
  }
}

function readMedia(item: Parameters<typeof readItem>[0], index: number): MediaRef | null {
  const event = item.payload === null ? null : readItem(item)
  return event?.kind === 'MESSAGE' ? (event.files[index] ?? null) : null
}

type StoredItem = { readonly provider: string; readonly inboxId: Uuid }

/** Returns where the file of an item is now. */
async function findFile(
  { db, config, secrets, fetch, signal, tenantId }: OutsideContext<Input>,
  { provider, inboxId }: StoredItem,
  { source }: MediaRef,
): Promise<{ url: string; fetch: Pick<SafeFetch, 'readFile'> }> {
  const find = getProvider(provider).receive.findFile
  if (!find) return { url: source, fetch }
  const inbox = await db.first(findItemInbox, { tenantId, id: inboxId })
  const connection =
    inbox?.hook &&
    (await connectInbox({ db, secrets, config: config as Config, outbound: fetch }, { tenantId, inboxId }, inbox.hook, signal))
  if (!connection) throw new JobFailure('The inbox is no longer connected.', { permanent: true })
  return { url: await find(source, connection), fetch: connection.fetch }
}

/** Returns the last part of a URL's path. */
function getName(url: string): string {
  const last = new URL(url).pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last) || 'file'
  } catch {
    return last
  }
}

/** A file whose message is gone stays unattached, and is deleted after a day. */
async function attach({ tx, effects, tenantId, input, found: file }: RunContext<Input, StoredAttachment | null>): Promise<void> {
  const item = file && (await tx.first(holdItem, { tenantId, id: input.itemId }))
  if (!file || !item?.resultId) return
  await attachMailFiles(tx, { tenantId, messageId: item.resultId }, [file])
  await addFileToArrived({ tx, effects, tenantId }, item.resultId, file)
}

async function noteMissing({
  tx,
  effects,
  tenantId,
  input,
  error,
}: Omit<RunContext<Input, never>, 'found'> & { error: string }): Promise<void> {
  const item = await tx.first(findItem, { tenantId, id: input.itemId })
  const media = item && readMedia(item, input.index)
  if (!media || !item.resultId) return
  const text = `The file “${cleanFilename(media.filename ?? getName(media.source))}” of a message could not be fetched: ${error}`
  await noteAboutArrived({ tx, effects, tenantId }, item.resultId, text)
}
