/**
 * Hashes of passwords: argon2id (RFC 9106) by OpenSSL, off the event loop. Each takes as much memory and time as is configured, so only a
 * few are computed at once, and further requests get 503 when too many wait.
 *
 * A hash contains its parameters, in the form that all argon2 libraries write: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`.
 */
import { argon2, randomBytes, type Argon2Parameters } from 'node:crypto'
import { promisify } from 'node:util'
import type { HashCost } from '../../config.ts'
import { ApiError, sameBytes, Semaphore, systemUnavailable } from '../../kit/index.ts'

const compute = promisify<'argon2id', Argon2Parameters, Buffer>(argon2)

/** Half of the threads that Node keeps for files, names and hashes. */
const atOnce = 2
const waitingMax = 400
const places = new Semaphore(atOnce)
let waiting = 0

/** Throws 503 when too many wait. */
export async function hashPassword(password: string, cost: HashCost): Promise<string> {
  const salt = randomBytes(16)
  const hash = await derive(password, salt, cost)
  return `$argon2id$v=19$m=${cost.memoryKiB},t=${cost.passes},p=1$${unpadded(salt)}$${unpadded(hash)}`
}

/** Whether `stored` is a hash of the password. Null takes as long as a hash does, and is false. Throws 503 when too many wait. */
export async function isPassword(password: string, stored: string | null, cost: HashCost): Promise<boolean> {
  const parsed = parse(stored)
  if (!parsed) {
    await derive(password, nobodysSalt, cost)
    return false
  }
  return sameBytes(await derive(password, parsed.salt, parsed.cost), parsed.hash)
}

/** Whether a hash was computed with another cost than the configured one. */
export function isOutdated(stored: string, { memoryKiB, passes }: HashCost): boolean {
  const cost = parse(stored)?.cost
  return cost?.memoryKiB !== memoryKiB || cost.passes !== passes
}

/** The same characters typed on another keyboard or system are the same password (NIST SP 800-63B, 3.1.1.2). */
export function normalised(password: string): string {
  return password.normalize('NFKC')
}

const nobodysSalt = Buffer.alloc(16, 1)

async function derive(password: string, nonce: Buffer, { memoryKiB: memory, passes }: HashCost): Promise<Buffer> {
  if (waiting >= waitingMax) throw new ApiError(systemUnavailable)
  waiting++
  try {
    const parameters = { message: normalised(password), nonce, memory, passes, parallelism: 1, tagLength: 32 }
    return await places.run(() => compute('argon2id', parameters))
  } finally {
    waiting--
  }
}

function parse(stored: string | null): { cost: HashCost; salt: Buffer; hash: Buffer } | null {
  const [, memory, passes, salt, hash] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([^$]+)\$([^$]+)$/.exec(stored ?? '') ?? []
  if (!memory || !passes || !salt || !hash) return null
  return {
    cost: { memoryKiB: Number(memory), passes: Number(passes) },
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  }
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
