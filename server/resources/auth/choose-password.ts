/** Steps shared by all operations that set a password. */
import type { Config } from '../../config.ts'
import { databaseNowIso } from '#platform/database-now.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { ApiError, tenantSuspended } from '#platform/errors.ts'
import type { Uuid } from '#platform/ids.ts'
import { type Effects, type Outcome, toOutcome } from '#platform/outbox/effects.ts'
import type { Secrets } from '#platform/secrets.ts'
import { sendMail } from '../mail/index.ts'
import { endLinks, findLink, isDomainAllowed, takeLink, type user } from '../users/index.ts'
import { checkNewPassword } from './check-password.ts'
import { linkInvalid } from './errors.ts'
import { securityChanged } from './events.ts'
import { hashPassword } from './hash-password.ts'
import { setPassword } from './queries.ts'
import { endAccess } from './sessions.ts'

type Context = { readonly tx: Queryable; readonly effects: Effects; readonly secrets: Secrets }
type UserRecord = Parameters<typeof user.present>[0]
type ChosenPassword = {
  tenantId: Uuid
  userRecord: UserRecord
  hash: string
  /** Suffix of the audit action: `user.<action>`. */
  action: string
  ip: string
  /** The only session to keep. */
  exceptSessionId?: Uuid
}

/** Stores the password hash. Does not end sessions or notify the user. */
export async function storePassword(tx: Queryable, password: { tenantId: Uuid; userId: Uuid; hash: string }): Promise<void> {
  await tx.rows(setPassword, password)
}

/** Stores the password hash, ends the user's links, sessions and calendar URL, and notifies the user by mail. */
export async function choosePassword(
  context: Context,
  { tenantId, userRecord, hash, action, ip, exceptSessionId }: ChosenPassword,
): Promise<Outcome<UserRecord>> {
  const { tx, effects } = context
  const { id: userId, name, email: to } = userRecord
  await tx.rows(setPassword, { tenantId, userId, hash })
  await endLinks(tx, { tenantId, userId })
  await endAccess(context, { tenantId, userId }, 'PASSWORD_CHANGED', exceptSessionId ?? null)
  sendMail(context, { to, template: 'password-changed', values: { name, at: databaseNowIso(), ip } })
  effects.emit(securityChanged, userId, { id: userId, change: 'PASSWORD_SET' })
  return toOutcome(userRecord, effects.audit({ action: `user.${action}`, target: { type: 'user', id: userId } }))
}

/**
 * Checks a link and a new password before the transaction. Returns the operation's actor. Throws 400, or 403 if the tenant is suspended.
 */
export async function readLink(
  { db, secrets, config }: { db: Database; secrets: Secrets; config: Config },
  purpose: 'INVITATION' | 'PASSWORD',
  { token, password }: { token: string; password: string },
) {
  const link = await findLink(db, secrets, token)
  if (link?.purpose !== purpose) throw new ApiError(linkInvalid)
  const { tenantId, userId, id: linkId, good, email, suspended, allowedDomains } = link
  // Continue without a hash for a used link: a retry of the request that used it gets the stored response, and the handler rejects any
  // other request.
  if (!good) return { tenantId, userId, linkId, hash: null }
  if (suspended) throw new ApiError(tenantSuspended)
  // An invitation signs in, so it follows the rule of signing in.
  if (purpose === 'INVITATION' && !isDomainAllowed(allowedDomains, email)) throw new ApiError(linkInvalid)
  await checkNewPassword('password', password, email)
  return { tenantId, userId, linkId, hash: await hashPassword(password, config.passwords) }
}

type LinkActor = Awaited<ReturnType<typeof readLink>>

/** Marks the link as used. Throws 400 if the link is no longer valid, or another request used it first. */
export async function useLink(tx: Queryable, actor: LinkActor | null): Promise<LinkActor & { hash: string }> {
  const isTaken = actor?.hash ? await takeLink(tx, { tenantId: actor.tenantId, id: actor.linkId }) : false
  if (!isTaken || !actor?.hash) throw new ApiError(linkInvalid)
  return { ...actor, hash: actor.hash }
}
