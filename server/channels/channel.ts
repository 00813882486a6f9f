/**
 * A channel is a type of inbox: what its address looks like, how its settings are described, and what its replies may contain. Everything
 * durable is done by the engine, for all channels: `inbound-items/` accepts and processes what comes in, `threads/outgoing/` stores
 * replies, and `threads/sending/` sends and retries them. A *provider* is a service through which some channels reach people, such as the tenant's own program. It is
 * made of pure functions, and of one function that sends.
 */
import type { SafeFetch } from '#platform/outbound/safe-fetch.ts'
import type { Capabilities } from './capabilities.ts'
import type { EmailSettings } from './email/settings.ts'
import type { HookSettings } from './hook-settings.ts'
import type { ThreadChannelName } from './thread-channels.ts'
import type { WidgetSettings } from './widget/settings.ts'

/** Returns the address in its stored form, or the problem with it. */
export type ReadAddress = (text: string) => { address: string } | { problem: string }

/** The fields of an inbox that decide what it can do. */
export type InboxSettings = {
  readonly address: string | null
  readonly email: EmailSettings | null
  readonly widget: WidgetSettings | null
  readonly hook: HookSettings | null
}

export type Channel = {
  /** Name of the inbox type. */
  readonly type: string
  /** Name for people. */
  readonly name: string
  /** Meaning of the type, in one sentence. */
  readonly description: string
  /** Description of the address's form. */
  readonly addressForm: string
  /** Example of an address. */
  readonly addressExample: string
  /** Channel of the threads that start in such an inbox. */
  readonly threadChannel: ThreadChannelName
  readonly readAddress: ReadAddress
  /** Whether an inbox of the type gets threads without an inbox when the tenant has no default inbox. */
  readonly takesThreads: boolean
  /** Whether inboxes of the type have the settings `email` or `widget`, or may have `hook`. */
  readonly settings: 'email' | 'widget' | 'hook' | null
  /** Whether the service itself sends the replies of such an inbox. */
  readonly sends: (inbox: InboxSettings) => boolean
  readonly capabilities: (inbox: InboxSettings) => Capabilities
}

/** Declares a channel, whose type keeps its literal name. */
export function channel<const Declared extends Channel>(declared: Declared): Declared {
  return declared
}

// --- Providers ------------------------------------------------------------------------------------------------------

/** A request to the address of an inbox, before anything is known about it. Header names are in lower case. */
export type RawRequest = { readonly headers: Readonly<Record<string, string | undefined>>; readonly bytes: Buffer }

/** One thing that came in. The engine accepts it once for each identity. */
export type RawItem = {
  /** Identity of the item within the inbox. A repeated item has the same one. */
  readonly identity: string
  /** The provider's id of the message, if it has one. */
  readonly externalId: string | null
  /** Type of the provider's event, such as `message.received`. */
  readonly kind: string
  /** Bytes that `read` understands. They are stored until the item's retention ends. */
  readonly bytes: Buffer
}

/** A person as the provider names them. */
export type Sender = {
  /** The provider's address of the person, to the letter. Replies go to it. */
  readonly address: string
  readonly name: string | null
  readonly email: string | null
  readonly phone: string | null
}

/** A file of a message. `source` is its URL, or the provider's id of it (`receive.findFile`). */
export type MediaRef = { readonly source: string; readonly filename: string | null }

/** State of a reply for its recipient. SEEN implies DELIVERED. */
export type ReportedState = 'SENT' | 'DELIVERED' | 'SEEN' | 'FAILED'

/** Content of an item. `at` and `sentAt` are the provider's times in ISO 8601; they decide nothing. */
export type ChannelEvent =
  | {
      readonly kind: 'MESSAGE'
      readonly externalId: string
      readonly from: Sender
      /** Key of the conversation; null where the provider has none. */
      readonly conversation: string | null
      readonly body: string
      readonly bodyFormat: 'text' | 'html'
      readonly files: readonly MediaRef[]
      readonly sentAt: string | null
    }
  | {
      readonly kind: 'STATUS'
      /** One of both names the message: the id under which the service sent it, or the provider's own. */
      readonly deliveryId: string | null
      readonly externalId: string | null
      readonly state: ReportedState
      readonly error: string | null
      readonly at: string | null
    }
  | { readonly kind: 'EDITED'; readonly externalId: string; readonly body: string; readonly bodyFormat: 'text' | 'html' }
  | { readonly kind: 'DELETED'; readonly externalId: string }
  /** Counted and listed, but without effect. */
  | { readonly kind: 'IGNORED'; readonly cause: 'UNKNOWN_TYPE' | 'NOT_READ'; readonly reason: string }

/** The reason why a request was refused. It is the cause of the error, and its sender does not learn it. */
export type Refused = { readonly refused: string }

/** A reply to be frozen. Later changes to the thread, the inbox or the customer do not affect it. */
export type ReplyToFreeze = {
  readonly messageId: string
  readonly threadId: string
  readonly inboxId: string
  readonly conversation: string | null
  readonly to: Recipient
  readonly body: string
  readonly bodyFormat: 'text' | 'html'
  readonly bodyText: string
  readonly capabilities: Capabilities
}

export type Recipient = {
  /** The address of `recipients[].address`: the provider's own, or else the best that is known of the customer. */
  readonly address: string
  readonly name: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly externalId: string | null
  readonly customerId: string
}

/** A file of a reply, with a link that the recipient can fetch. */
export type OutgoingFile = {
  readonly id: string
  readonly url: string
  readonly filename: string
  readonly contentType: string
  readonly size: number
  /** Reads the file; null if it is gone. */
  readonly read: () => Promise<Buffer | null>
}

/** How the service reaches the provider of an inbox. */
export type ProviderConnection = {
  /** URL of the tenant's program, or of the provider's API. */
  readonly outboundUrl: string
  /** Secrets of the inbox, newest first: those that sign, or the token of the provider's API. */
  readonly secrets: readonly string[]
  readonly fetch: Pick<SafeFetch, 'post'>
  readonly signal: AbortSignal
}

export type AttemptContext = ProviderConnection & {
  /** Id of the delivery: the same at every attempt. */
  readonly deliveryId: string
  readonly files: readonly OutgoingFile[]
  /** Time of the attempt, in Unix seconds. */
  readonly timestamp: number
}

/** Result of an attempt. A deferred one is tried again. With `mayHaveArrived`, the provider may have accepted the message before the attempt failed. */
export type ProviderResult =
  | { readonly state: 'ACCEPTED'; readonly externalId: string | null }
  | { readonly state: 'REFUSED'; readonly reason: string }
  | { readonly state: 'DEFERRED'; readonly reason: string; readonly retryAfterSeconds: number | null; readonly mayHaveArrived?: boolean }

/** One of the requests that send a message. `key` names it within the message. */
export type OutgoingPart = { readonly key: string; readonly content: object }

/** Thrown when a provider's API refuses a request, or does not answer. The message is for the tenant's administrators. */
export class ProviderError extends Error {
  /** A short, stable name of the failure. */
  readonly code: string
  /** True when the provider refused the inbox's token. */
  readonly isSignIn: boolean
  /** True when the same request would fail again. */
  readonly isFinal: boolean
  constructor(code: string, message: string, { isSignIn = false, isFinal = isSignIn, cause }: ProviderErrorOptions = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.isSignIn = isSignIn
    this.isFinal = isFinal
  }
}
type ProviderErrorOptions = { readonly isSignIn?: boolean; readonly isFinal?: boolean; readonly cause?: unknown }

/** An account at a provider, which its token belongs to. `address` is the inbox's. */
export type ProviderAccount = { readonly id: string; readonly address: string; readonly username: string }

/** Items that were fetched. `cursor` confirms them with the next request. */
export type PulledItems<Cursor> = { readonly items: readonly RawItem[]; readonly cursor: Cursor }

/** How items come in without requests of the provider. All functions throw ProviderError. */
export type Receiving = {
  /** Whether the service connects to the provider to receive. */
  isConnected(hook: HookSettings): boolean
  /** Prepares receiving. Returns whether the service fetches items; otherwise the provider posts them to `inboundUrl`. */
  begin(hook: HookSettings, connection: ProviderConnection): Promise<boolean>
  /** Waits for the next items, for at most a minute. `cursor` is null at first; it confirms the items before it. */
  next(cursor: number | null, connection: ProviderConnection): Promise<PulledItems<number | null>>
}

/** Kinds of inputs in the form of a provider's settings. */
export const formFieldKinds = {
  TEXT: 'One line of text.',
  URL: 'A URL.',
  NUMBER: 'A whole number; empty for none.',
  SWITCH: 'Yes or no.',
  CHOICES: 'Several of the options.',
}

export type FormField = {
  /** Path of the field in `Inbox`, such as `hook.settings.files`. */
  readonly field: string
  readonly kind: keyof typeof formFieldKinds
  readonly label: string
  readonly hint?: string
  readonly options?: readonly { readonly value: string; readonly label: string }[]
}

export type Provider = {
  /** Value of `hook.provider`. */
  readonly name: string
  readonly title: string
  readonly description: string
  /** The inbox types that it can serve. */
  readonly types: readonly string[]
  /** The form of its settings, in the order of the fields. */
  readonly form: readonly FormField[]
  /** `hook.settings` of its inboxes; null where the tenant chooses them. */
  readonly settings: HookSettings['settings'] | null
  /** Type of the identities by which it names people. */
  readonly identityType: 'EXTERNAL' | 'TELEGRAM'
  /** Finds the account of a token. Throws ProviderError. Absent where the tenant's own secrets sign. */
  readonly findAccount?: (connection: ProviderConnection) => Promise<ProviderAccount>
  readonly capabilities: (hook: HookSettings) => Capabilities
  readonly receive: {
    /** Pure. Verifies the raw bytes with the inbox's secrets. `now` is in Unix seconds. */
    authenticate(request: RawRequest, secrets: readonly string[], now: number): { readonly requestId: string } | Refused
    /** Pure. Returns the items of an authentic body, or why it cannot be read. */
    split(bytes: Buffer, requestId: string): readonly RawItem[] | { readonly malformed: string }
    /** Pure. Called again when an item is processed again. */
    read(bytes: Buffer): ChannelEvent
    /** Finds the URL of a file at the provider. Throws ProviderError. Absent if `source` of files is their URL. */
    findFile?(source: string, connection: ProviderConnection): Promise<string>
    /** Absent if the provider only posts. */
    readonly connected?: Receiving
  }
  readonly send: {
    /** Pure. Returns plain JSON from which each attempt makes the same bytes. */
    freeze(reply: ReplyToFreeze): object
    /**
     * Pure. Returns the requests that send a message, in their order. The service stores each accepted one before the next, so that none is
     * sent again. Absent if the receiver recognises a repeated message by `deliveryId`: then one request sends all of it.
     */
    listParts?(snapshot: object, files: readonly OutgoingFile[]): readonly OutgoingPart[]
    /** Makes one attempt to send a snapshot, or the content of a part. Never throws for what the receiver does. */
    attempt(content: object, context: AttemptContext): Promise<ProviderResult>
    /** Tests the connection without sending a message. Throws the errors of `fetch`. */
    test(inboxId: string, context: Omit<AttemptContext, 'files'>): Promise<{ readonly ok: boolean; readonly detail: string }>
    /** Seconds before the second and further attempts; the last one repeats. */
    readonly retrySeconds: readonly number[]
    readonly giveUpAfterSeconds: number
  }
}

export function provider<const Declared extends Provider>(declared: Declared): Declared {
  return declared
}
