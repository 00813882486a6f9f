/**
 * Makes one attempt to send a message through a provider. A provider that gets the message under one id gets the same bytes at every attempt,
 * so an attempt whose process was killed is simply made again. Other providers get it in parts.
 */
import { databaseNow } from '#platform/database-now.ts'
import { createFileLinks } from '#platform/files/file-links.ts'
import { getFileStore } from '#platform/files/file-store.ts'
import { toTypeId, type Uuid } from '#platform/ids.ts'
import type { OutsideContext } from '#platform/jobs/job.ts'
import type { OutgoingFile, ProviderConnection, ProviderResult } from '../../../channels/channel.ts'
import { providers } from '../../../channels/hook.ts'
import { connectInbox } from '../../inboxes/index.ts'
import type { AttemptResult } from '../../mail/index.ts'
import { getFileName } from '../../uploads/index.ts'
import type { Attempt, Found } from '../outgoing/attempt.ts'
import type { OutgoingOfProvider } from '../outgoing/outgoing-queries.ts'
import { isWindowClosed } from './choose-recipient.ts'
import { findAttemptedInbox } from './provider-queries.ts'
import { sendParts } from './send-parts.ts'

type Context = OutsideContext<EnqueuedJobs['send-message']>

/** Milliseconds for which the links of files are valid, from when the message was queued: all attempts, and a day for the program. */
const fileLinkMs = 2 * 86_400_000

export async function attemptByProvider(context: Context, outgoing: OutgoingOfProvider, attempt: Attempt): Promise<Found> {
  const { db, tenantId, key: messageId, fetch, signal, log } = context
  const { inboxId, deliveryId } = outgoing
  const inbox = await db.first(findAttemptedInbox, { tenantId, messageId, inboxId })
  const hook = inbox?.hook
  if (!hook) return { kind: 'refused', error: 'The inbox does not send replies any more.' }
  const connection = await connectInbox({ ...context, outbound: fetch }, { tenantId, inboxId }, hook, signal)
  if (connection === null) return { kind: 'kept' }
  const provider = providers[outgoing.sender]
  if (isWindowClosed(provider.capabilities(hook), inbox.secondsSinceCustomer)) return { kind: 'refused', error: 'WINDOW_CLOSED' }
  const result = connection.secrets.length === 0 ? noSecret : await send(connection)
  if (result === null) return { kind: 'idle' }
  // The worker is shutting down. The attempt is no failure of the program, and is made again.
  if (result.state === 'DEFERRED' && signal.aborted) return { kind: 'idle' }
  if (result.state !== 'ACCEPTED') log.info({ tenantId, message: messageId, error: result.reason }, 'a message could not be sent')
  const retryAfterSeconds = result.state === 'DEFERRED' ? result.retryAfterSeconds : null
  return { kind: 'attempted', result: toAttemptResult(outgoing, result), deliveryId, retryAfterSeconds }

  async function send(open: ProviderConnection): Promise<ProviderResult | null> {
    const files = listFiles(context, tenantId, outgoing)
    const timestamp = Math.floor(databaseNow() / 1_000)
    const attempted = { ...open, deliveryId: toTypeId('dlv', deliveryId), files, timestamp }
    const parts = provider.send.listParts?.(outgoing.snapshot, files)
    if (!parts) return provider.send.attempt(outgoing.snapshot, attempted)
    return sendParts(db, attempt, outgoing, parts, (content) => provider.send.attempt(content, attempted))
  }
}

const noSecret: ProviderResult = {
  state: 'DEFERRED',
  reason: 'The inbox has no secret that signs the message. Create it with POST /inboxes/{id}/rotate-secret.',
  retryAfterSeconds: null,
}

function listFiles(
  { config, secrets }: Pick<Context, 'config' | 'secrets'>,
  tenantId: Uuid,
  { attachments, queuedAt }: OutgoingOfProvider,
): OutgoingFile[] {
  const links = createFileLinks(config.baseUrl, secrets).of(tenantId)
  const expiresAt = new Date(Date.parse(queuedAt) + fileLinkMs)
  const files = (attachments ?? []).filter(({ deleted }) => !deleted)
  return files.map((file) => {
    const { id, filename, contentType, size } = file
    const name = getFileName(file)
    const read = () => getFileStore(config).readWhole({ tenantId, name })
    return { id, url: links.read({ name, filename, contentType }, expiresAt), filename, contentType, size, read }
  })
}

function toAttemptResult({ delivery }: OutgoingOfProvider, result: ProviderResult): AttemptResult {
  const error = result.state === 'ACCEPTED' ? null : result.reason
  const { state } = result
  return {
    recipients: delivery.recipients.map(({ address }) => ({ address, state, code: null, reason: error })),
    outcome: state !== 'DEFERRED' ? 'DONE' : result.mayHaveArrived ? 'UNCERTAIN' : 'DEFERRED',
    providerId: result.state === 'ACCEPTED' ? result.externalId : null,
    pause: null,
    error,
  }
}
