/**
 * Authenticator codes (TOTP, RFC 6238) and recovery codes. Each code works once: the time step of an authenticator code must be later
 * than the last used one, and a used recovery code is deleted.
 */
import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Secrets } from '#platform/secrets.ts'
import { findFactor, deleteRecoveryHash, setLastStep, type FactorRow } from './factor-queries.ts'

const purpose = 'second factor'
const periodSeconds = 30
const recoveryCodeCount = 10

type UserKey = { tenantId: Uuid; userId: Uuid }

/** Whether the user has a confirmed authenticator. */
export async function hasFactor(db: Queryable, userKey: UserKey): Promise<boolean> {
  const factor = await db.first(findFactor, userKey)
  return factor?.sealed != null
}

/** Creates a TOTP secret: `secret` is what the user types into an authenticator, `sealed` is its encrypted form for the database. */
export function newSecret(secrets: Secrets): { secret: string; sealed: string } {
  const secret = new Secret({ size: 20 }).base32
  return { secret, sealed: secrets.encrypt(purpose, secret) }
}

/** Returns the `otpauth:` URI, which authenticators scan as a QR code. */
export function toUri(secret: string, label: { tenant: string; email: string }): string {
  return toTotp(secret, label.tenant, label.email).toString()
}

/** Returns the time step of a code: the current, previous or next one. Null for a wrong or used code. */
export function findTimeStep(
  secrets: Secrets,
  sealed: string,
  code: string,
  { nowMs, lastStep }: Pick<FactorRow, 'nowMs' | 'lastStep'>,
): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const delta = toTotp(secrets.decrypt(purpose, sealed)).validate({ token: code, timestamp: nowMs, window: 1 })
  const step = delta === null ? null : Math.floor(nowMs / 1000 / periodSeconds) + delta
  return step !== null && step > lastStep ? step : null
}

type Proof = { step: number } | { recoveryHash: string }

/** Checks an authenticator or recovery code against the confirmed factor. Null for a wrong or used code. */
export function checkCode(secrets: Secrets, userKey: UserKey, factor: FactorRow, code: string): Proof | null {
  const text = code.replaceAll(/[\s-]/g, '').toLowerCase()
  const step = factor.sealed === null ? null : findTimeStep(secrets, factor.sealed, text, factor)
  if (step !== null) return { step }
  const recoveryHash = hashRecoveryCode(secrets, userKey, text)
  return factor.recoveryHashes.includes(recoveryHash) ? { recoveryHash } : null
}

/** Marks the code as used. */
export async function useProof(tx: Queryable, userKey: UserKey, proof: Proof): Promise<void> {
  if ('step' in proof) await tx.rows(setLastStep, { ...userKey, lastStep: proof.step })
  else await tx.rows(deleteRecoveryHash, { ...userKey, recoveryHash: proof.recoveryHash })
}

/** Creates ten recovery codes of 50 random bits each, for users who lose their authenticator. */
export function newRecoveryCodes(secrets: Secrets, userKey: UserKey): { codes: string[]; hashes: string[] } {
  const texts = Array.from({ length: recoveryCodeCount }, () =>
    new Secret({ buffer: new Uint8Array(randomBytes(7)).buffer }).base32.slice(0, 10).toLowerCase(),
  )
  return {
    codes: texts.map((text) => `${text.slice(0, 5)}-${text.slice(5)}`),
    hashes: texts.map((text) => hashRecoveryCode(secrets, userKey, text)),
  }
}

function hashRecoveryCode(secrets: Secrets, { userId }: UserKey, text: string): string {
  return secrets.hashCredential(`recovery code of ${userId}: ${text}`).toString('base64')
}

function toTotp(secret: string, issuer = '', label = ''): TOTP {
  return new TOTP({ issuer, label, secret: Secret.fromBase32(secret), digits: 6, period: periodSeconds })
}
