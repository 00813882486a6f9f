/** Freezes a reply that a provider sends, and refuses what the inbox cannot deliver before anything is stored. */
import type { Queryable } from '#platform/db.ts'
import { ApiError, type ErrorDetail, unknownReference, validationFailed } from '#platform/errors.ts'
import { toTypeId, type Uuid } from '#platform/ids.ts'
import type { Capabilities } from '../../../channels/capabilities.ts'
import { providers } from '../../../channels/hook.ts'
import { getChannel } from '../../../channels/index.ts'
import { isPublicMessage, unknownMessage } from '../email/freeze-mail.ts'
import type { FrozenForProvider } from '../outgoing/frozen.ts'
import { channelWindowClosed, customerNoAddress } from '../record/errors.ts'
import type { MailInput } from '../record/mail-fields.ts'
import type { PartInput } from '../record/part-schema.ts'
import type { MessageBody } from '../record/message-body.ts'
import { chooseRecipient, isWindowClosed } from './choose-recipient.ts'
import { findProviderThread } from './provider-queries.ts'

export type ContentToFreeze = {
  readonly body: MessageBody
  readonly hasFiles: boolean
  readonly input: MailInput
  readonly parts?: readonly PartInput[]
}

/**
 * Returns the frozen reply, or null if no provider sends the replies of the thread's inbox. Call it under the lock of an unmerged thread.
 * Throws 400 for a text or files that the inbox cannot deliver, 409 if the time for replies has passed, and 422 if there is no recipient.
 */
export async function freezeForProvider(
  tx: Queryable,
  key: { tenantId: Uuid; threadId: Uuid; messageId: Uuid },
  { body, hasFiles, input }: ContentToFreeze,
): Promise<FrozenForProvider | null> {
  const thread = await tx.first(findProviderThread, key)
  if (!thread) return null
  const inReplyToId = await readInReplyTo(tx, key, input)
  const { hook, inboxId, inboxType, conversation, secondsSinceCustomer } = thread
  const provider = providers[hook.provider]
  const capabilities = provider.capabilities(hook)
  checkContent(capabilities, { body, hasFiles, input })
  const to = chooseRecipient(thread, capabilities)
  if (to === null) throw new ApiError(customerNoAddress)
  if (isWindowClosed(capabilities, secondsSinceCustomer)) throw new ApiError(channelWindowClosed)
  const snapshot = provider.send.freeze({
    ...body,
    messageId: toTypeId('msg', key.messageId),
    threadId: toTypeId('thr', key.threadId),
    inboxId: toTypeId('inb', inboxId),
    conversation: conversation?.key ?? null,
    to,
    capabilities,
  })
  const { threadChannel: channel } = getChannel(inboxType)
  return { provider: hook.provider, channel, address: to.address, snapshot, inboxId, inReplyToId }
}

/** Returns the message that the reply answers. Throws 400 unless it is a public message of the thread. */
export async function readInReplyTo(
  tx: Queryable,
  key: { tenantId: Uuid; threadId: Uuid },
  { inReplyToId }: MailInput,
): Promise<Uuid | null> {
  if (inReplyToId === undefined) return null
  if (await isPublicMessage(tx, key, inReplyToId)) return inReplyToId
  throw new ApiError(unknownReference, { details: [unknownMessage] })
}

/** Throws 400 for a text, files or fields that the inbox cannot deliver. */
export function checkContent(capabilities: Capabilities, { body, hasFiles, input }: ContentToFreeze): void {
  const details = [...findContentProblems(capabilities, body, hasFiles), ...findMailFields(input)]
  if (details.length > 0) throw new ApiError(validationFailed, { details })
}

function findContentProblems({ maxTextLength, splits, files }: Capabilities, { bodyText }: MessageBody, hasFiles: boolean): ErrorDetail[] {
  const isTooLong = maxTextLength !== null && !splits && bodyText.length > maxTextLength
  const message = `has more than ${maxTextLength} characters, the most that this inbox can deliver`
  return [
    ...(isTooLong ? [{ field: 'body', code: 'TOO_LONG', message }] : []),
    ...(hasFiles && files === null
      ? [{ field: 'attachments', code: 'NOT_ALLOWED', message: 'must be empty: this inbox cannot deliver files' }]
      : []),
  ]
}

/** Fields of a mail in a reply that the caller wants on the channel. */
function findMailFields(input: MailInput): ErrorDetail[] {
  return (['to', 'cc', 'bcc', 'fromInboxId'] as const).flatMap((field) =>
    input[field] === undefined ? [] : [{ field, code: 'NOT_ALLOWED', message: 'is only for replies by mail' }],
  )
}
