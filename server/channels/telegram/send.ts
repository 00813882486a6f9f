/** Sends replies through the Bot API: the text in parts, then each file. */
import { randomBytes } from 'node:crypto'
import { SafeFetchError } from '#platform/outbound/fetch-errors.ts'
import type { AttemptContext, OutgoingFile, OutgoingPart, ProviderConnection, ProviderResult, ReplyToFreeze } from '../channel.ts'
import { splitText } from '../split-text.ts'
import { callBot, findAccount, isRefusedToken } from './bot-api.ts'
import { isObject } from './json.ts'
import { getExternalId } from './receive.ts'

/** Characters of a message of the Bot API. */
export const maxTextLength = 4_096
/** Bytes of a file that a bot may send. */
export const maxFileBytes = 50_000_000

/** Destination of a message. */
type Chat = { readonly chat_id: string; readonly message_thread_id?: number }
type Snapshot = { readonly chat: Chat; readonly texts: readonly string[] }
type Content = { readonly chat: Chat; readonly text: string } | { readonly chat: Chat; readonly file: OutgoingFile }

/** Only plain text is sent: Telegram refuses a message whose markup it does not know. */
export function freeze({ conversation, to, bodyText }: ReplyToFreeze): Snapshot {
  const [id = to.address, topic] = conversation?.split(':') ?? []
  const chat = { chat_id: id, ...(topic === undefined ? {} : { message_thread_id: Number(topic) }) }
  return { chat, texts: bodyText.trim() === '' ? [] : splitText(bodyText, maxTextLength) }
}

export function listParts(snapshot: object, files: readonly OutgoingFile[]): OutgoingPart[] {
  // Safe because `freeze` made the snapshot.
  const { chat, texts } = snapshot as Snapshot
  const toPart = (key: string, content: Content): OutgoingPart => ({ key, content })
  return [
    ...texts.map((text, i) => toPart(`text ${i + 1}`, { chat, text })),
    ...files.map((file) => toPart(`file ${file.id}`, { chat, file })),
  ]
}

const uploadTimeoutMs = 60_000

/** Sends one part. Telegram does not recognise a repeated one, so a lost response leaves it open whether the part has arrived. */
export async function attempt(content: object, context: AttemptContext): Promise<ProviderResult> {
  // Safe because `listParts` made the content.
  const part = content as Content
  try {
    const response =
      'text' in part
        ? await callBot(context, 'sendMessage', { ...part.chat, text: part.text }, { isSentOnce: true })
        : await sendFile(part, context)
    if (response === null) return { state: 'ACCEPTED', externalId: null }
    if (response.ok) return { state: 'ACCEPTED', externalId: isObject(response.result) ? getExternalId(response.result) : null }
    const { status, description, retryAfterSeconds } = response
    if (status === 403) return { state: 'REFUSED', reason: 'The customer has blocked the bot, or has deleted their account.' }
    if (status === 400) return { state: 'REFUSED', reason: toReason(description) }
    if (isRefusedToken(status)) return defer('Telegram does not know the token of the bot. Enter it again.')
    return { ...defer(description), retryAfterSeconds, mayHaveArrived: status >= 500 }
  } catch (error) {
    // Before the connection was made, nothing was sent.
    const isUnsent = error instanceof SafeFetchError && ['unresolved', 'unreachable', 'tls'].includes(error.reason)
    const reason = error instanceof Error ? error.message : String(error)
    return { ...defer(`Telegram could not be reached. ${reason}`), mayHaveArrived: !isUnsent && error instanceof SafeFetchError }
  }
}

function defer(reason: string): ProviderResult & { readonly state: 'DEFERRED' } {
  return { state: 'DEFERRED', reason, retryAfterSeconds: null }
}

function toReason(description: string): string {
  return /chat not found/i.test(description) ? 'Telegram does not know the chat.' : `Telegram refused the message: ${description}`
}

/** Returns null if the file was deleted in the meantime. */
async function sendFile({ chat, file }: { readonly chat: Chat; readonly file: OutgoingFile }, context: AttemptContext) {
  const bytes = await file.read()
  if (bytes === null) return null
  const { contentType, body } = encodeForm(chat, file, bytes)
  return callBot(context, 'sendDocument', body, { contentType, timeoutMs: uploadTimeoutMs, isSentOnce: true })
}

/** Encodes `multipart/form-data`. */
function encodeForm(chat: Chat, { filename, contentType }: OutgoingFile, bytes: Buffer): { contentType: string; body: Buffer } {
  const boundary = `skein-${randomBytes(16).toString('hex')}`
  const fields = Object.entries(chat).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const name = filename.replaceAll(/["\r\n\\]/g, '_')
  const head = `${fields.join('')}--${boundary}\r\ncontent-disposition: form-data; name="document"; filename="${name}"\r\ncontent-type: ${contentType}\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)])
  return { contentType: `multipart/form-data; boundary=${boundary}`, body }
}

/** Asks for the bot's name. */
export async function test(_: string, connection: ProviderConnection): Promise<{ ok: boolean; detail: string }> {
  const { address } = await findAccount(connection)
  return { ok: true, detail: `Signed in as ${address}` }
}
