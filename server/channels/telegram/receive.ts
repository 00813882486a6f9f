/** Verifies and reads updates of the Bot API, whether Telegram posts them or the service fetches them. Pure functions. */
import { sameBytes } from '#platform/secrets.ts'
import type { ChannelEvent, MediaRef, RawItem, RawRequest, Refused, Sender } from '../channel.ts'
import { getWebhookSecret } from './bot-api.ts'
import { getObject, getText, getWhole, isObject, type Json } from './json.ts'

/** Telegram repeats the secret that it got with the address. */
export function authenticate({ headers }: RawRequest, secrets: readonly string[]): { readonly requestId: string } | Refused {
  const given = Buffer.from(headers['x-telegram-bot-api-secret-token'] ?? '')
  const isKnown = secrets.some((token) => sameBytes(Buffer.from(getWebhookSecret(token)), given))
  return isKnown ? { requestId: '' } : { refused: 'The secret token is missing, or is not the one of the inbox.' }
}

/** One body is one update. */
export function split(bytes: Buffer): readonly RawItem[] | { readonly malformed: string } {
  const update = parse(bytes)
  const item = update && toItem(update, bytes)
  return item ? [item] : { malformed: 'The body is not an update of the Bot API.' }
}

/** Returns the item of an update; null if the value is no update. */
export function toItem(update: unknown, bytes: Buffer = Buffer.from(JSON.stringify(update))): RawItem | null {
  if (!isObject(update)) return null
  const id = getWhole(update, 'update_id')
  if (id === null) return null
  const kind = Object.keys(update).find((name) => name !== 'update_id') ?? 'unknown'
  const content = getObject(update, kind)
  // Telegram chooses the next id by chance after a quiet week, so the id alone may come again.
  const date = getWhole(content, 'edit_date') ?? getWhole(content, 'date') ?? ''
  const isMessage = kind === 'message' || kind === 'edited_message'
  return { identity: `update ${id} ${date}`, externalId: isMessage ? getExternalId(content) : null, kind: kind.slice(0, 64), bytes }
}

/** Returns the id of a message, which Telegram numbers within its chat. */
export function getExternalId(message: Json): string | null {
  const [chat, id] = [getWhole(getObject(message, 'chat'), 'id'), getWhole(message, 'message_id')]
  return chat === null || id === null ? null : `${chat}:${id}`
}

export function read(bytes: Buffer): ChannelEvent {
  const update = parse(bytes) ?? {}
  const [message, edited] = [getObject(update, 'message'), getObject(update, 'edited_message')]
  if (isObject(update.message)) return readMessage(message)
  if (isObject(update.edited_message)) return readEdited(edited)
  return ignore('Only messages to the bot are read.')
}

const ignore = (reason: string): ChannelEvent => ({ kind: 'IGNORED', cause: 'NOT_READ', reason })

/** Returns why a message is not read; null for one that is. */
function findReason(message: Json): string | null {
  if (getObject(message, 'chat').type !== 'private')
    return 'Messages of groups and channels are not read: everybody in them would see the replies.'
  if (getObject(message, 'from').is_bot === true) return 'Messages of bots are not read.'
  if (isObject(message.sender_business_bot) || typeof message.business_connection_id === 'string')
    return 'Messages of connected business accounts are not read.'
  return null
}

/** The last second of the year 9999. Later times have another form, which PostgreSQL does not read. */
const latestDate = 253_402_300_799

function readMessage(message: Json): ChannelEvent {
  const reason = findReason(message)
  if (reason !== null) return ignore(reason)
  const [externalId, from] = [getExternalId(message), readSender(getObject(message, 'from'))]
  if (externalId === null || from === null) return ignore('The message has no sender.')
  const [body, files] = [readText(message), listFiles(message)]
  if (/^\/start(?:\s|$)/.test(body)) return ignore('The customer has opened the chat, and has not written yet.')
  if (body === '' && files.length === 0) return ignore('The service does not read this kind of message.')
  const date = getWhole(message, 'date')
  return {
    kind: 'MESSAGE',
    externalId,
    from,
    conversation: getConversation(message),
    body,
    bodyFormat: 'text',
    files,
    sentAt: date === null || date < 0 || date > latestDate ? null : new Date(date * 1_000).toISOString(),
  }
}

function readEdited(message: Json): ChannelEvent {
  const reason = findReason(message)
  const externalId = getExternalId(message)
  if (reason !== null || externalId === null) return ignore(reason ?? 'The message has no id.')
  return { kind: 'EDITED', externalId, body: readText(message), bodyFormat: 'text' }
}

/** A chat, or a topic of a chat that has them. */
function getConversation(message: Json): string {
  const chat = getWhole(getObject(message, 'chat'), 'id')
  const topic = message.is_topic_message === true ? getWhole(message, 'message_thread_id') : null
  return topic === null ? String(chat) : `${chat}:${topic}`
}

function readSender(from: Json): Sender | null {
  const id = getWhole(from, 'id')
  if (id === null) return null
  const names = [getText(from, 'first_name', 120), getText(from, 'last_name', 120)].filter((name) => name !== null)
  const username = getText(from, 'username', 64)
  const name = names.length > 0 ? names.join(' ').trim() : username
  return { address: String(id), name, email: null, phone: null }
}

// --- Contents -------------------------------------------------------------------------------------------------------

const maxTextLength = 100_000

/** Returns the words of a message, and what a contact or a place says. */
function readText(message: Json): string {
  const said = getText(message, 'text', maxTextLength) ?? getText(message, 'caption', maxTextLength)
  return [said, readContact(message), readPlace(message), readSticker(message)].filter((text) => text !== null).join('\n')
}

function readContact(message: Json): string | null {
  const contact = getObject(message, 'contact')
  const parts = ['first_name', 'last_name', 'phone_number'].map((name) => getText(contact, name, 255))
  return parts.some((part) => part !== null) ? parts.filter((part) => part !== null).join(' ') : null
}

function readPlace(message: Json): string | null {
  const venue = getObject(message, 'venue')
  const { latitude, longitude } = getObject(message, 'location')
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return null
  const link = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}`
  return [getText(venue, 'title', 255), getText(venue, 'address', 255), link].filter((text) => text !== null).join('\n')
}

function readSticker(message: Json): string | null {
  return getText(getObject(message, 'sticker'), 'emoji', 64)
}

/** Files of a message, with a name for those that have none. Telegram also names an animation `document`, for older bots. */
const fileKinds = [
  { field: 'document', filename: 'file' },
  { field: 'audio', filename: 'audio.mp3' },
  { field: 'voice', filename: 'voice.ogg' },
  { field: 'video', filename: 'video.mp4' },
  { field: 'video_note', filename: 'video.mp4' },
  { field: 'sticker', filename: 'sticker.webp' },
]

function listFiles(message: Json): MediaRef[] {
  const files = fileKinds.flatMap(({ field, filename }) => toFile(getObject(message, field), filename))
  return [...findPhoto(message), ...files]
}

/** Returns the largest size of a photo. */
function findPhoto({ photo }: Json): MediaRef[] {
  const sizes = Array.isArray(photo) ? photo.filter(isObject) : []
  const area = (size: Json): number => (getWhole(size, 'width') ?? 0) * (getWhole(size, 'height') ?? 0)
  const [largest] = sizes.toSorted((a, b) => area(b) - area(a))
  return largest ? toFile(largest, 'photo.jpg') : []
}

function toFile(file: Json, usualName: string): MediaRef[] {
  const source = getText(file, 'file_id', 512)
  return source === null ? [] : [{ source, filename: getText(file, 'file_name', 255) ?? usualName }]
}

function parse(bytes: Buffer): Json | null {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    return isObject(value) ? value : null
  } catch {
    return null
  }
}
