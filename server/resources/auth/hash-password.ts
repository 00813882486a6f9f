/**
 * Password hashes: argon2id (RFC 9106) by OpenSSL, off the event loop. A hash is deliberately expensive in memory and time, so only a few
 * run at once; when too many requests wait, further requests get 503. A hash contains its parameters in the PHC string format:
 * `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`.
 */
import { argon2, randomBytes, type Argon2Parameters } from 'node:crypto'
import { promisify } from 'node:util'
import type { HashCost } from '../../config.ts'
import { ApiError, systemUnavailable } from '#platform/errors.ts'
import { Semaphore } from '#platform/jobs/semaphore.ts'
import { sameBytes } from '#platform/secrets.ts'

const compute = promisify<'argon2id', Argon2Parameters, Buffer>(argon2)

/** Maximum concurrent hashes: half of Node's thread pool, which file access and DNS also use. */
const maxConcurrent = 2
const maxWaiting = 400
const semaphore = new Semaphore(maxConcurrent)
let waiting = 0

/** Hashes a password with a new salt. Throws 503 when too many requests wait. */
export async function hashPassword(password: string, cost: HashCost): Promise<string> {
  const salt = randomBytes(16)
  const hash = await derive(password, salt, cost)
  return `$argon2id$v=19$m=${cost.memoryKiB},t=${cost.passes},p=1$${toUnpaddedBase64(salt)}$${toUnpaddedBase64(hash)}`
}

/**
 * Whether `storedHash` is a hash of the password. For null, computes a dummy hash, so that timing does not reveal the missing password.
 * Throws 503 when too many requests wait.
 */
export async function isPassword(password: string, storedHash: string | null, cost: HashCost): Promise<boolean> {
  const parsed = parse(storedHash)
  if (!parsed) {
    await derive(password, dummySalt, cost)
    return false
  }
  return sameBytes(await derive(password, parsed.salt, parsed.cost), parsed.hash)
}

/** Whether the hash was computed with a cost other than the configured one. */
export function isOutdated(storedHash: string, { memoryKiB, passes }: HashCost): boolean {
  const cost = parse(storedHash)?.cost
  return cost?.memoryKiB !== memoryKiB || cost.passes !== passes
}

/** Normalises Unicode, because keyboards and systems encode the same characters differently (NIST SP 800-63B, 3.1.1.2). */
export function normalisePassword(password: string): string {
  return password.normalize('NFKC')
}

const dummySalt = Buffer.alloc(16, 1)

async function derive(password: string, nonce: Buffer, { memoryKiB: memory, passes }: HashCost): Promise<Buffer> {
  if (waiting >= maxWaiting) throw new ApiError(systemUnavailable)
  waiting++
  try {
    const parameters = { message: normalisePassword(password), nonce, memory, passes, parallelism: 1, tagLength: 32 }
    return await semaphore.run(() => compute('argon2id', parameters))
  } finally {
    waiting--
  }
}

function parse(storedHash: string | null): { cost: HashCost; salt: Buffer; hash: Buffer } | null {
  const [, memory, passes, salt, hash] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([^$]+)\$([^$]+)$/.exec(storedHash ?? '') ?? []
  if (!memory || !passes || !salt || !hash) return null
  return {
    cost: { memoryKiB: Number(memory), passes: Number(passes) },
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  }
}

function toUnpaddedBase64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
