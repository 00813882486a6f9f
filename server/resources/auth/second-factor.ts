/**
 * Codes of authenticators (TOTP, RFC 6238) and recovery codes. Each is used once: a code's time step has to be later than the last one
 * used, and a recovery code is removed.
 */
import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Queryable, Secrets, Uuid } from '../../kit/index.ts'
import { findFactor, noteRecovery, noteStep, type FactorRow } from './factor-queries.ts'

const purpose = 'second factor'
const periodSeconds = 30
const recoveryCodes = 10

type Person = { tenantId: Uuid; userId: Uuid }

/** Whether somebody has an authenticator: one that was begun and not confirmed is none. */
export async function hasFactor(db: Queryable, person: Person): Promise<boolean> {
  const factor = await db.first(findFactor, person)
  return factor?.sealed != null
}

/** A new secret, as people type it into an authenticator, and as it is stored. */
export function newSecret(secrets: Secrets): { secret: string; sealed: string } {
  const secret = new Secret({ size: 20 }).base32
  return { secret, sealed: secrets.encrypt(purpose, secret) }
}

/** The `otpauth:` URI, which authenticators read as a QR code. */
export function uriOf(secret: string, label: { tenant: string; email: string }): string {
  return totpOf(secret, label.tenant, label.email).toString()
}

/** The time step that a code is of: the present one, the one before or the one after. Null for any other code, and for one that was used. */
export function stepOf(
  secrets: Secrets,
  sealed: string,
  code: string,
  { nowMs, lastStep }: Pick<FactorRow, 'nowMs' | 'lastStep'>,
): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const delta = totpOf(secrets.decrypt(purpose, sealed)).validate({ token: code, timestamp: nowMs, window: 1 })
  const step = delta === null ? null : Math.floor(nowMs / 1000 / periodSeconds) + delta
  return step !== null && step > lastStep ? step : null
}

type Proof = { step: number } | { recoveryHash: string }

/** The proof that a code gives for the confirmed factor; null for a wrong code. */
export function proofOf(secrets: Secrets, person: Person, factor: FactorRow, code: string): Proof | null {
  const text = code.replaceAll(/[\s-]/g, '').toLowerCase()
  const step = factor.sealed === null ? null : stepOf(secrets, factor.sealed, text, factor)
  if (step !== null) return { step }
  const recoveryHash = recoveryHashOf(secrets, person, text)
  return factor.recoveryHashes.includes(recoveryHash) ? { recoveryHash } : null
}

/** Uses up the code. */
export async function useProof(tx: Queryable, person: Person, proof: Proof): Promise<void> {
  if ('step' in proof) await tx.rows(noteStep, { ...person, lastStep: proof.step })
  else await tx.rows(noteRecovery, { ...person, recoveryHash: proof.recoveryHash })
}

/** Ten recovery codes of 50 random bits, for people who have lost their authenticator. */
export function newRecoveryCodes(secrets: Secrets, person: Person): { codes: string[]; hashes: string[] } {
  const texts = Array.from({ length: recoveryCodes }, () =>
    new Secret({ buffer: new Uint8Array(randomBytes(7)).buffer }).base32.slice(0, 10).toLowerCase(),
  )
  return {
    codes: texts.map((text) => `${text.slice(0, 5)}-${text.slice(5)}`),
    hashes: texts.map((text) => recoveryHashOf(secrets, person, text)),
  }
}

function recoveryHashOf(secrets: Secrets, { userId }: Person, text: string): string {
  return secrets.hashCredential(`recovery code of ${userId}: ${text}`).toString('base64')
}

function totpOf(secret: string, issuer = '', label = ''): TOTP {
  return new TOTP({ issuer, label, secret: Secret.fromBase32(secret), digits: 6, period: periodSeconds })
}
