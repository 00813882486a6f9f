/**
 * One-time links. The token of an invitation or a password link sets the user's password; that of an address link confirms the user's new
 * address. A link becomes invalid when it is used or expires, when another link of the user is used, and when the user's (pending) address
 * differs from the one it was sent to. Suspension invalidates password links.
 */
import { randomBytes } from 'node:crypto'
import { tokenKind } from '#kit/tokens.ts'
import { fetchOne } from '#kit/write.ts'
import type { Queryable } from '#platform/db.ts'
import { newId, type Uuid } from '#platform/ids.ts'
import type { Effects } from '#platform/outbox/effects.ts'
import type { Secrets } from '#platform/secrets.ts'
import { isoTime } from '#platform/time.ts'
import { sendMail } from '../mail/index.ts'
import {
  countLinks,
  findInvitationRow,
  findLinkRow,
  findPersonRow,
  endLinkRows,
  insertLink,
  takeLinkRow,
  type InvitationRow,
  type LinkPurpose,
  type LinkRow,
} from './link-queries.ts'

const hourSeconds = 3_600

/** Lifetimes of links in seconds. `operator` is for links that an operator passes on. */
export const linkSeconds = {
  invitation: 7 * 24 * hourSeconds,
  password: hourSeconds,
  email: 24 * hourSeconds,
  operator: 24 * hourSeconds,
  first: 7 * 24 * hourSeconds,
}

type LinkRequest = { tenantId: Uuid; userId: Uuid; email: string; purpose: LinkPurpose; lifeSeconds: number; requestedBy?: Uuid }

/** Creates a link. Stores only its hash, so the token cannot be read again. `expiresAt` is in PostgreSQL's format. */
export async function makeLink(tx: Queryable, secrets: Secrets, request: LinkRequest): Promise<{ token: string; expiresAt: string }> {
  const id = newId()
  const token = getTokens(secrets).make({ tenantId: request.tenantId, id, number: 0 }, randomBytes(32))
  const { expiresAt } = await fetchOne(tx, insertLink, { requestedBy: null, ...request, id, tokenHash: secrets.hashCredential(token) })
  return { token, expiresAt }
}

/** Finds a token's link. Null if the token is malformed or unknown. */
export async function findLink(db: Queryable, secrets: Secrets, token: string): Promise<(LinkRow & { tenantId: Uuid }) | null> {
  const content = getTokens(secrets).read(token)
  if (!content) return null
  const { tenantId, id } = content
  const row = await db.first(findLinkRow, { tenantId, id, tokenHash: secrets.hashCredential(token) })
  return row && { ...row, tenantId }
}

/** Finds a usable invitation by its token, with what its page shows. Null if the token is unknown, used or expired. */
export async function findInvitation(db: Queryable, secrets: Secrets, token: string): Promise<(InvitationRow & { tenantId: Uuid }) | null> {
  const content = getTokens(secrets).read(token)
  if (!content) return null
  const { tenantId, id } = content
  const row = await db.first(findInvitationRow, { tenantId, id, tokenHash: secrets.hashCredential(token) })
  return row && { ...row, tenantId }
}

/** Marks a link as used. Returns false if another request used it first. */
export async function takeLink(tx: Queryable, key: { tenantId: Uuid; id: Uuid }): Promise<boolean> {
  return (await tx.first(takeLinkRow, key)) !== null
}

/** Maximum number of links per hour and user, so that a stranger with repeated requests cannot flood a mailbox. */
const maxMailsPerHour = 3

type Context = { readonly tx: Queryable; readonly effects: Effects; readonly secrets: Secrets }
type UserRow = { tenantId: Uuid; userId: Uuid; name: string; email: string }

/** Creates a link and enqueues a mail with it. Returns false when the hourly limit is reached. Without `inviter` the mail says "Your team". */
export async function mailLink(
  { tx, effects, secrets }: Context,
  { tenantId, userId, name, email }: UserRow,
  { purpose, inviter = null }: { purpose: 'INVITATION' | 'PASSWORD'; inviter?: { id: Uuid; name: string } | null },
): Promise<boolean> {
  if (await isLimitReached(tx, { tenantId, userId, purpose, email })) return false
  const lifeSeconds = purpose === 'INVITATION' ? linkSeconds.invitation : linkSeconds.password
  const link = { tenantId, userId, email, purpose, lifeSeconds }
  const { token, expiresAt } = await makeLink(tx, secrets, inviter ? { ...link, requestedBy: inviter.id } : link)
  const common = { name, token, expiresAt: isoTime(expiresAt) }
  if (purpose === 'PASSWORD') sendMail({ effects, secrets }, { to: email, template: 'password-reset', values: common })
  else
    sendMail(
      { effects, secrets },
      { to: email, template: 'invitation', values: { ...common, email, inviterName: inviter?.name ?? 'Your team' } },
    )
  return true
}

async function isLimitReached(
  tx: Queryable,
  link: { tenantId: Uuid; userId: Uuid; purpose: LinkPurpose; email: string },
): Promise<boolean> {
  const { count } = await fetchOne(tx, countLinks, link)
  return count >= maxMailsPerHour
}

/**
 * Mails a confirmation link to a user's new address. Does nothing when the hourly limit is reached. `requestedBy` is the caller who changes
 * the address.
 */
export async function mailAddressLink(
  { tx, effects, secrets }: Context,
  { tenantId, userId, name, email }: UserRow,
  requestedBy: { id: Uuid; name: string },
): Promise<void> {
  const link = { tenantId, userId, email, purpose: 'EMAIL' } as const
  if (await isLimitReached(tx, link)) return
  const { token, expiresAt } = await makeLink(tx, secrets, { ...link, lifeSeconds: linkSeconds.email, requestedBy: requestedBy.id })
  const values = { name, email, byName: requestedBy.name, token, expiresAt: isoTime(expiresAt) }
  sendMail({ effects, secrets }, { to: email, template: 'email-confirmation', values })
}

/** Finds a user by canonical address. */
export function findPerson(db: Queryable, who: { tenantId: Uuid; email: string }): Promise<{ userId: Uuid; status: string } | null> {
  return db.first(findPersonRow, who)
}

/** Invalidates all links of a user. */
export async function endLinks(tx: Queryable, person: { tenantId: Uuid; userId: Uuid }): Promise<void> {
  await tx.rows(endLinkRows, person)
}

const pages: Readonly<Record<LinkPurpose, string>> = {
  INVITATION: '/accept-invitation',
  PASSWORD: '/reset-password',
  EMAIL: '/confirm-email',
}

/**
 * Returns the URL of a link's dashboard page, the same as in mails. The token is in the fragment, which browsers never send to a server.
 * `isFirst` lets the page also ask the first owner for their name and that of the company.
 */
export function linkUrl(dashboardUrl: URL, purpose: LinkPurpose, token: string, isFirst = false): string {
  const url = new URL(dashboardUrl)
  url.pathname = `${url.pathname.replace(/\/$/, '')}${pages[purpose]}`
  url.hash = new URLSearchParams({ token, ...(isFirst ? { first: '1' } : {}) }).toString()
  return url.href
}

function getTokens(secrets: Secrets) {
  return tokenKind(secrets, 'svlt')
}
