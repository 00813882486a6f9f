/** Steps that all operations share with which people choose a password. */
import type { Config } from '../../config.ts'
import {
  ApiError,
  type Database,
  type Effects,
  type Outcome,
  type Queryable,
  type Secrets,
  tenantSuspended,
  type Uuid,
  written,
} from '../../kit/index.ts'
import { sendMail } from '../mail/index.ts'
import { endLinks, findLink, takeLink, type user } from '../users/index.ts'
import { checkNewPassword } from './check-password.ts'
import { linkInvalid } from './errors.ts'
import { securityChanged } from './events.ts'
import { hashPassword } from './hash-password.ts'
import { setPassword } from './queries.ts'
import { endAccess } from './sessions.ts'

type Context = { readonly tx: Queryable; readonly effects: Effects; readonly secrets: Secrets }
type Person = Parameters<typeof user.present>[0]
type Chosen = {
  tenantId: Uuid
  person: Person
  hash: string
  /** For the audit log. */
  action: string
  ip: string
  /** The session that is kept. */
  but?: Uuid
}

/** Stores the hash of a password, without a notice. */
export async function storePassword(tx: Queryable, password: { tenantId: Uuid; userId: Uuid; hash: string }): Promise<void> {
  await tx.rows(setPassword, password)
}

/** Stores the hash, ends the person's links, sessions and calendar URL, and notifies the person by mail. */
export async function choosePassword(context: Context, { tenantId, person, hash, action, ip, but }: Chosen): Promise<Outcome<Person>> {
  const { tx, effects } = context
  const { id: userId, name, email: to } = person
  await tx.rows(setPassword, { tenantId, userId, hash })
  await endLinks(tx, { tenantId, userId })
  await endAccess(context, { tenantId, userId }, 'PASSWORD_CHANGED', but ?? null)
  sendMail(context, { to, template: 'password-changed', values: { name, at: new Date().toISOString(), ip } })
  effects.emit(securityChanged, userId, { id: userId, change: 'PASSWORD_SET' })
  return written(person, effects.audit({ action: `user.${action}`, target: { type: 'user', id: userId } }))
}

/** Checks a link and a new password before the transaction. Returns the actor of the operation. Throws 400, and 403 in a suspended tenant. */
export async function readLink(
  { db, secrets, config }: { db: Database; secrets: Secrets; config: Config },
  purpose: 'INVITATION' | 'PASSWORD',
  { token, password }: { token: string; password: string },
) {
  const link = await findLink(db, secrets, token)
  if (link?.purpose !== purpose) throw new ApiError(linkInvalid)
  const { tenantId, userId, id: linkId, good, email, suspended } = link
  // A retry of the request that used the link gets its answer; any other request with the link is refused by the handler.
  if (!good) return { tenantId, userId, linkId, hash: null }
  if (suspended) throw new ApiError(tenantSuspended)
  await checkNewPassword('password', password, email)
  return { tenantId, userId, linkId, hash: await hashPassword(password, config.passwords) }
}

type LinkActor = Awaited<ReturnType<typeof readLink>>

/** Uses up the link. Throws 400 if it is no longer valid, or another request used it first. */
export async function useLink(tx: Queryable, actor: LinkActor | null): Promise<LinkActor & { hash: string }> {
  const taken = actor?.hash ? await takeLink(tx, { tenantId: actor.tenantId, id: actor.linkId }) : false
  if (!taken || !actor?.hash) throw new ApiError(linkInvalid)
  return { ...actor, hash: actor.hash }
}
