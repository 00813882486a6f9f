/**
 * Proofs of work, for visitors whom nothing else identifies. A challenge is signed and not stored; solving it takes a browser a tenth of a
 * second, and a program that sends thousands of forms hours.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { databaseNow } from '#platform/database-now.ts'
import { ApiError } from '#platform/errors.ts'
import { sameBytes, type Secrets } from '#platform/secrets.ts'
import { widgetChallengeRequired } from '../../../channels/widget/errors.ts'

export type Proof = { readonly challenge: string; readonly nonce: string }
export type Challenge = { readonly challenge: string; readonly difficulty: number; readonly expiresAt: string }

/** Leading zero bits: 65,536 hashes on average. */
const difficulty = 16
const lifeMs = 300_000
const pattern = /^([0-9a-z]{1,12})\.([\w-]{16})\.([\w-]{43})$/

/** Makes a challenge for a chat. */
export function createChallenge(secrets: Pick<Secrets, 'derive'>, key: string, now = databaseNow()): Challenge {
  const expiresAt = now + lifeMs
  const text = `${expiresAt.toString(36)}.${randomBytes(12).toString('base64url')}`
  return { challenge: `${text}.${sign(secrets, key, text)}`, difficulty, expiresAt: new Date(expiresAt).toISOString() }
}

/**
 * Throws 403 unless the proof solves a valid challenge of this chat. Call `spend` with the challenge before the effect, where a solved
 * challenge may be used once only.
 */
export function checkProof(secrets: Pick<Secrets, 'derive'>, key: string, proof: Proof | undefined, now = databaseNow()): void {
  if (!proof || !isSolved(secrets, key, proof, now)) throw new ApiError(widgetChallengeRequired)
}

function isSolved(secrets: Pick<Secrets, 'derive'>, key: string, { challenge, nonce }: Proof, now: number): boolean {
  const [, time = '', random = '', signature = ''] = pattern.exec(challenge) ?? []
  const text = `${time}.${random}`
  if (!sameBytes(Buffer.from(signature), Buffer.from(sign(secrets, key, text)))) return false
  if (Number.parseInt(time, 36) <= now) return false
  return countZeroBits(createHash('sha256').update(`${challenge}.${nonce}`).digest()) >= difficulty
}

/** Challenges that were used, with the time at which each expires. */
const spent = new Map<string, number>()
/** Maximum number of remembered challenges. Beyond it the oldest are forgotten, so a flood can repeat its own proofs at most. */
const maxSpent = 50_000

/** Marks a solved challenge as used in this process. Throws 403 if it was used before. */
export function spend({ challenge }: Proof): void {
  const now = databaseNow()
  if ((spent.get(challenge) ?? 0) > now) throw new ApiError(widgetChallengeRequired, { message: 'This challenge was used before.' })
  if (spent.size >= maxSpent) {
    for (const [known, until] of spent) {
      if (until > now && spent.size < maxSpent) break
      spent.delete(known)
    }
  }
  spent.set(challenge, now + lifeMs)
}

function sign(secrets: Pick<Secrets, 'derive'>, key: string, text: string): string {
  return createHmac('sha256', secrets.derive('challenges of chats')).update(`${key} ${text}`).digest('base64url')
}

function countZeroBits(bytes: Buffer): number {
  let bits = 0
  for (const byte of bytes) {
    if (byte !== 0) return bits + Math.clz32(byte) - 24
    bits += 8
  }
  return bits
}
