/** Reads identity tokens: JWTs in which a website signs who its visitor is. */
import { decodeProtectedHeader, jwtVerify } from 'jose'
import { databaseNow } from '#platform/database-now.ts'
import { readEmail } from '#platform/email.ts'
import { ApiError } from '#platform/errors.ts'
import { widgetIdentityInvalid } from '../../../channels/widget/errors.ts'
import { hasAddress } from '../../customers/index.ts'
import type { ProvedIdentity } from './session-token.ts'

/** Maximum seconds between now and `exp`, so that a token that leaks is soon worthless. */
const maxLifeSeconds = 86_400
/** Maximum seconds by which the website's clock may be ahead of the service's. */
const maxAheadSeconds = 60
const maxTokenLength = 4_096
/** PostgreSQL stores no NUL, and no id or name has the others. */
const controls = /\p{Cc}/u

/**
 * Returns the identity in a token that one of the inbox's secrets has signed with HS256 for this key. `email` and `name` count only if they
 * are in the token. Throws 401 with the reason, which helps the website's developer and reveals no secret.
 */
export async function readIdentityToken(
  token: string,
  { key, secrets }: { key: string; secrets: readonly string[] },
): Promise<ProvedIdentity> {
  if (token.length > maxTokenLength) throw refuse(`is longer than ${maxTokenLength} characters`)
  const payload = await verify(token, key, secrets)
  const { sub, exp, iat, email, name } = payload
  const now = databaseNow() / 1_000
  if (typeof sub !== 'string' || sub.trim() === '' || sub.length > 255)
    throw refuse('needs `sub`, your id of the person, with 1 to 255 characters')
  if (!sub.isWellFormed() || controls.test(sub)) throw refuse('has control characters in `sub`')
  if (exp === undefined) throw refuse('needs `exp`')
  if (exp > now + maxLifeSeconds) throw refuse('has an `exp` of more than 24 hours ahead')
  if (iat !== undefined && iat > now + maxAheadSeconds) throw refuse('has an `iat` of more than 60 seconds ahead')
  return { sub, email: typeof email === 'string' ? readAddress(email) : null, name: typeof name === 'string' ? toName(name) : null }
}

async function verify(token: string, audience: string, secrets: readonly string[]) {
  if (readAlgorithm(token) !== 'HS256') throw refuse('must be signed with HS256')
  if (secrets.length === 0) throw refuse('cannot be checked: the inbox has no identity secret')
  const options = { algorithms: ['HS256'], audience, currentDate: new Date(databaseNow()) }
  let problem = 'is not valid'
  for (const secret of secrets) {
    try {
      return (await jwtVerify(token, Buffer.from(secret), options)).payload
    } catch (error) {
      problem = toProblem(error)
    }
  }
  throw refuse(problem)
}

function readAlgorithm(token: string): string | undefined {
  try {
    return decodeProtectedHeader(token).alg
  } catch {
    throw refuse('is not a JWT')
  }
}

function toProblem(error: unknown): string {
  const { code, claim } = Object(error) as { code?: string; claim?: string }
  if (code === 'ERR_JWT_EXPIRED') return 'has expired'
  if (code === 'ERR_JWT_CLAIM_VALIDATION_FAILED') return claim === 'aud' ? 'needs the widget’s key as `aud`' : `has a wrong \`${claim}\``
  return 'is not signed with an identity secret of this inbox'
}

/** Returns null also for the placeholder of a customer without an address, which nobody can have proved. */
function readAddress(text: string): string | null {
  const email = readEmail(text)
  return email !== null && hasAddress(email) ? email : null
}

function toName(text: string): string | null {
  const name = text
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 255)
    .toWellFormed()
  return name === '' ? null : name
}

function refuse(problem: string): ApiError {
  return new ApiError(widgetIdentityInvalid, { message: `The identity token ${problem}.` })
}
