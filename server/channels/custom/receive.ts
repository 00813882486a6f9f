/** Verifies and reads what the tenant's own program posts. Pure functions. */
import { readWebhookKey, signWebhook } from '#platform/outbound/sign-webhook.ts'
import { sameBytes } from '#platform/secrets.ts'
import type { ChannelEvent, MediaRef, RawItem, RawRequest, Refused, ReportedState, Sender } from '../channel.ts'

/** Maximum difference between the time of signing and now, in seconds. */
const toleranceSeconds = 300

/** Verifies a request according to Standard Webhooks. Any of the signatures may match any of the secrets, so that both can be rotated. */
export function authenticate(
  { headers, bytes }: RawRequest,
  secrets: readonly string[],
  now: number,
): { readonly requestId: string } | Refused {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': given } = headers
  if (!id || !time || !given) return { refused: 'The headers webhook-id, webhook-timestamp and webhook-signature are required.' }
  if (id.length > maxIdLength) return { refused: `webhook-id has more than ${maxIdLength} characters.` }
  const timestamp = /^\d{1,12}$/.test(time) ? Number(time) : Number.NaN
  if (!(Math.abs(now - timestamp) <= toleranceSeconds))
    return { refused: `webhook-timestamp differs from the service’s time by more than ${toleranceSeconds} seconds.` }
  const usable = secrets.filter(isSecret)
  const expected = usable.map((secret) => Buffer.from(signWebhook({ id, timestamp, body: bytes, secrets: [secret] })))
  const isSigned = given.split(' ').some((signature) => expected.some((each) => sameBytes(each, Buffer.from(signature))))
  return isSigned ? { requestId: id } : { refused: 'The signature does not match the body and the inbox’s secret.' }
}

function isSecret(text: string): boolean {
  try {
    readWebhookKey(text)
    return true
  } catch {
    return false
  }
}

/** One body is one item. A message is the same when its `externalId` is, any other item when its `webhook-id` is. */
export function split(bytes: Buffer, requestId: string): readonly RawItem[] | { readonly malformed: string } {
  try {
    const { type } = parse(bytes)
    const event = read(bytes)
    const externalId = 'externalId' in event ? event.externalId : null
    const identity = event.kind === 'MESSAGE' ? `message ${event.externalId}` : `request ${requestId}`
    return [{ identity, externalId, kind: type.slice(0, maxKindLength).toWellFormed(), bytes }]
  } catch (error) {
    if (error instanceof Malformed) return { malformed: error.message }
    throw error
  }
}

/** Throws for a body that `split` refuses. */
export function read(bytes: Buffer): ChannelEvent {
  const { type, data } = parse(bytes)
  // Not `readers[type]` alone, which would find `constructor`.
  const reader = Object.hasOwn(readers, type) ? readers[type] : undefined
  return reader
    ? reader(new Fields(data, 'data'))
    : { kind: 'IGNORED', cause: 'UNKNOWN_TYPE', reason: `Unknown type ${JSON.stringify(type.slice(0, maxKindLength))}.` }
}

const readers: Readonly<Record<string, ((data: Fields) => ChannelEvent) | undefined>> = {
  'message.received': (data) => ({
    kind: 'MESSAGE',
    externalId: data.text('externalId', maxIdLength),
    from: readSender(data.object('from')),
    conversation: data.optionalText('conversationKey', maxIdLength),
    body: data.body('body'),
    bodyFormat: data.choice('bodyFormat', ['text', 'html'], 'text'),
    files: data.list('attachments', maxFiles).map(readFile),
    sentAt: data.time('sentAt'),
  }),
  'message.status': (data) => {
    const [deliveryId, externalId] = [data.optionalText('deliveryId', maxIdLength), data.optionalText('externalId', maxIdLength)]
    if (deliveryId === null && externalId === null) throw new Malformed('data.deliveryId or data.externalId is required.')
    return {
      kind: 'STATUS',
      deliveryId,
      externalId,
      state: data.choice<ReportedState>('state', ['SENT', 'DELIVERED', 'SEEN', 'FAILED']),
      error: data.optionalText('error', maxErrorLength),
      at: data.time('at'),
    }
  },
  'message.edited': (data) => ({
    kind: 'EDITED',
    externalId: data.text('externalId', maxIdLength),
    body: data.body('body'),
    bodyFormat: data.choice('bodyFormat', ['text', 'html'], 'text'),
  }),
  'message.deleted': (data) => ({ kind: 'DELETED', externalId: data.text('externalId', maxIdLength) }),
}

function readSender(from: Fields): Sender {
  return {
    address: from.text('address', 320),
    name: from.optionalText('name', 255),
    email: from.optionalText('email', 320),
    phone: from.optionalText('phone', 32),
  }
}

function readFile(file: Fields): MediaRef {
  const url = file.text('url', 2_048)
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) throw new Malformed(`${file.path}.url must be an http or https URL.`)
  return { source: url, filename: file.optionalText('filename', 255) }
}

const maxIdLength = 255
const maxKindLength = 64
const maxErrorLength = 1_000
const maxFiles = 10
const maxBodyLength = 100_000

/** The message says which field is wrong. */
class Malformed extends Error {}

function parse(bytes: Buffer): { type: string; data: unknown } {
  let body: unknown
  try {
    body = JSON.parse(bytes.toString('utf8'))
  } catch {
    throw new Malformed('The body is not JSON.')
  }
  if (!isObject(body) || typeof body.type !== 'string') throw new Malformed('The body must be an object with the fields type and data.')
  return { type: toStorable(body.type), data: body.data }
}

/** Returns well-formed text without NUL, which PostgreSQL cannot store. */
function toStorable(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed()
}

/** Reads the fields of an object. Texts can be stored. */
class Fields {
  readonly #values: Readonly<Record<string, unknown>>
  readonly path: string

  constructor(value: unknown, path: string) {
    if (!isObject(value)) throw new Malformed(`${path} must be an object.`)
    this.#values = value
    this.path = path
  }

  optionalText(name: string, maxLength: number): string | null {
    const value = this.#values[name]
    if (value === undefined || value === null) return null
    if (typeof value !== 'string') throw new Malformed(`${this.path}.${name} must be a string.`)
    const text = toStorable(value)
    if (text.length > maxLength) throw new Malformed(`${this.path}.${name} has more than ${maxLength} characters.`)
    return text.trim() === '' ? null : text
  }

  text(name: string, maxLength: number): string {
    const text = this.optionalText(name, maxLength)
    if (text === null) throw new Malformed(`${this.path}.${name} is required.`)
    return text
  }

  /** Returns the text of a message, which may be empty when the message has files. */
  body(name: string): string {
    return this.optionalText(name, maxBodyLength) ?? ''
  }

  choice<Value extends string>(name: string, values: readonly Value[], otherwise?: Value): Value {
    const text = this.optionalText(name, maxKindLength)
    const found = text === null ? otherwise : values.find((value) => value === text)
    if (found === undefined) throw new Malformed(`${this.path}.${name} must be one of ${values.join(', ')}.`)
    return found
  }

  time(name: string): string | null {
    const text = this.optionalText(name, 64)
    if (text === null) return null
    const time = new Date(text)
    if (Number.isNaN(time.getTime())) throw new Malformed(`${this.path}.${name} must be a time in ISO 8601.`)
    return time.toISOString()
  }

  object(name: string): Fields {
    return new Fields(this.#values[name], `${this.path}.${name}`)
  }

  list(name: string, maxItems: number): Fields[] {
    const value = this.#values[name]
    if (value === undefined || value === null) return []
    if (!Array.isArray(value)) throw new Malformed(`${this.path}.${name} must be a list.`)
    if (value.length > maxItems) throw new Malformed(`${this.path}.${name} has more than ${maxItems} items.`)
    return value.map((item, i) => new Fields(item, `${this.path}.${name}[${i}]`))
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
