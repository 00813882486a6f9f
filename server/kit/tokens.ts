/**
 * Makes tokens that carry the location of the object they grant access to: a prefix, then base64url of a tenant, a row, a number and an
 * HMAC over them. No table needs to map tokens to tenants, and a forged token costs no query.
 */
import { createHmac } from 'node:crypto'
import type { Uuid } from '#platform/ids.ts'
import { sameBytes, type Secrets } from '#platform/secrets.ts'

/** The content of a token. `number` is a time or a generation, up to 2^48. */
export type TokenContent = { tenantId: Uuid; id: Uuid; number: number }

const idBytes = 16
const numberBytes = 6
const contentBytes = 2 * idBytes + numberBytes
const macBytes = 32
const textLength = Math.ceil(((contentBytes + macBytes) * 4) / 3)

export type TokenKind = {
  /** False if the token has another format. Makes no query. */
  recognises(token: string): boolean
  /**
   * `seed` contains bytes of the row that go into the HMAC, so that an attacker needs both the secret key and the database to forge a
   * token.
   */
  make(content: TokenContent, seed?: Buffer): string
  /** Returns the content without checking the HMAC; null if the token has another format. */
  read(token: string): TokenContent | null
  /** Whether this service made the token from this content and seed. */
  proves(token: string, content: TokenContent, seed?: Buffer): boolean
}

/** Creates a kind of token. platform/log.ts recognises the tokens by their prefix and removes them from log lines. */
export function tokenKind(secrets: Pick<Secrets, 'derive'>, prefix: string): TokenKind {
  const key = secrets.derive(`token ${prefix}`)
  const pattern = new RegExp(`^${prefix}_[\\w-]{${textLength}}$`)
  const getMac = (content: Buffer, seed: Buffer): Buffer => createHmac('sha256', key).update(content).update(seed).digest()
  const make = (content: TokenContent, seed: Buffer = none): string => {
    const bytes = getBytes(content)
    return `${prefix}_${Buffer.concat([bytes, getMac(bytes, seed)]).toString('base64url')}`
  }
  return {
    recognises: (token) => pattern.test(token),
    make,
    read(token) {
      if (!pattern.test(token)) return null
      const bytes = Buffer.from(token.slice(prefix.length + 1), 'base64url')
      return { tenantId: uuidAt(bytes, 0), id: uuidAt(bytes, idBytes), number: bytes.readUIntBE(2 * idBytes, numberBytes) }
    },
    proves: (token, content, seed) => sameBytes(Buffer.from(token), Buffer.from(make(content, seed))),
  }
}

const none = Buffer.alloc(0)

function getBytes({ tenantId, id, number }: TokenContent): Buffer {
  const bytes = Buffer.alloc(contentBytes)
  bytes.write(tenantId.replaceAll('-', ''), 0, 'hex')
  bytes.write(id.replaceAll('-', ''), idBytes, 'hex')
  bytes.writeUIntBE(number, 2 * idBytes, numberBytes)
  return bytes
}

function uuidAt(bytes: Buffer, at: number): Uuid {
  const hex = bytes.toString('hex', at, at + idBytes)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
