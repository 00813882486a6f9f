/**
 * Tokens of visitors’ sessions. A token carries everything that the service knows about a visitor who has not written yet, so that looking
 * at a chat leaves no row.
 */
import { createHmac } from 'node:crypto'
import { databaseNow } from '#platform/database-now.ts'
import type { Uuid } from '#platform/ids.ts'
import { sameBytes, type Secrets } from '#platform/secrets.ts'

/**
 * What is proved about a visitor. `sub` is the website's own id of the person; null for somebody who has opened a link in a mail to `email`.
 */
export type ProvedIdentity = { readonly sub: string | null; readonly email: string | null; readonly name: string | null }

export type VisitorSession = {
  readonly tenantId: Uuid
  readonly inboxId: Uuid
  readonly visitorId: Uuid
  readonly sessionId: Uuid
  /** Unix time in seconds. */
  readonly expiresAt: number
  /** Language of the visitor's browser, such as `de-AT`; null if unknown. */
  readonly locale: string | null
  /** Null for an anonymous visitor. */
  readonly identity: ProvedIdentity | null
  /** Whether the session shows the person's threads of every channel, and not only the conversations of this visitor in this inbox. */
  readonly portal: boolean
  /**
   * The customer who had the proved address at sign-in, so that the session does not follow the address to another person. Null in the chat,
   * and for somebody whom nobody knew.
   */
  readonly customerId: Uuid | null
}

type Content = readonly [
  tenantId: Uuid,
  inboxId: Uuid,
  visitorId: Uuid,
  sessionId: Uuid,
  expiresAt: number,
  locale: string | null,
  identity: readonly [sub: string | null, email: string | null, name: string | null] | null,
  portal?: boolean,
  customerId?: Uuid | null,
]

const prefix = 'svwt_'
const pattern = /^svwt_([\w-]{1,4000})\.([\w-]{43})$/

export type SessionTokens = {
  recognises(token: string): boolean
  make(session: VisitorSession): string
  /** Returns null for a token that is malformed, forged or expired. */
  read(token: string): VisitorSession | null
}

export function createSessionTokens(secrets: Pick<Secrets, 'derive'>): SessionTokens {
  const key = secrets.derive('sessions of visitors')
  const sign = (content: string): string => createHmac('sha256', key).update(content).digest('base64url')
  return {
    recognises: (token) => token.startsWith(prefix),
    make({ tenantId, inboxId, visitorId, sessionId, expiresAt, locale, identity, portal, customerId }) {
      const signed = identity && ([identity.sub, identity.email, identity.name] as const)
      const content: Content = [tenantId, inboxId, visitorId, sessionId, expiresAt, locale, signed, portal, customerId]
      const text = Buffer.from(JSON.stringify(content)).toString('base64url')
      return `${prefix}${text}.${sign(text)}`
    },
    read(token) {
      const [, text = '', mac = ''] = pattern.exec(token) ?? []
      if (!sameBytes(Buffer.from(mac), Buffer.from(sign(text)))) return null
      // Safe because the service signed the text.
      const content = JSON.parse(Buffer.from(text, 'base64url').toString()) as Content
      const [tenantId, inboxId, visitorId, sessionId, expiresAt, locale, signed, portal = false, customerId = null] = content
      if (expiresAt * 1_000 <= databaseNow()) return null
      const identity = signed && { sub: signed[0], email: signed[1], name: signed[2] }
      return { tenantId, inboxId, visitorId, sessionId, expiresAt, locale, identity, portal, customerId }
    },
  }
}

/** How a visitor is known: by the website's id, by an address that they have proved, or as the sender of one form. */
type KnownBy = 'sub' | 'email' | 'form'

/** Returns the id of the visitor who is known by `value`. It is the same for each session of the person in this inbox. */
export function toVisitorId(secrets: Pick<Secrets, 'derive'>, { inboxId, by, value }: { inboxId: Uuid; by: KnownBy; value: string }): Uuid {
  // A key for each kind, so that no id of a website leads to the visitor of an address or of a form.
  const key = secrets.derive(by === 'sub' ? 'ids of visitors' : `ids of visitors by ${by}`)
  const bytes = createHmac('sha256', key).update(`${inboxId} ${value}`).digest().subarray(0, 16)
  // Version 8 (RFC 9562): a UUID of the service's own kind.
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
