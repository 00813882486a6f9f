/**
 * Links that work once. With the token of an invitation or a password link its reader chooses the person's password; with that of an
 * address link the reader confirms the person's new address. A link ends when it is used, when its time is over, when another one of the
 * person is used, and when the address that it was sent to is no longer the one in question. A suspension ends links for passwords.
 */
import { randomBytes } from 'node:crypto'
import { type Effects, isoTime, newId, fetchOne, type Queryable, type Secrets, tokenKind, type Uuid } from '../../kit/index.ts'
import { sendMail } from '../mail/index.ts'
import {
  countLinks,
  findLinkRow,
  findPersonRow,
  endLinkRows,
  insertLink,
  takeLinkRow,
  type LinkPurpose,
  type LinkRow,
} from './link-queries.ts'

const hourSeconds = 3_600

/** How long links live. `operator` are those that are handed over by hand. */
export const linkSeconds = {
  invitation: 7 * 24 * hourSeconds,
  password: hourSeconds,
  email: 24 * hourSeconds,
  operator: 24 * hourSeconds,
  first: 7 * 24 * hourSeconds,
}

type LinkRequest = { tenantId: Uuid; userId: Uuid; email: string; purpose: LinkPurpose; lifeSeconds: number; requestedBy?: Uuid }

/** Makes a link; the token is the only time it is seen. `expiresAt` is as the database writes times. */
export async function makeLink(tx: Queryable, secrets: Secrets, request: LinkRequest): Promise<{ token: string; expiresAt: string }> {
  const id = newId()
  const token = tokensOf(secrets).make({ tenantId: request.tenantId, id, number: 0 }, randomBytes(32))
  const { expiresAt } = await fetchOne(tx, insertLink, { requestedBy: null, ...request, id, tokenHash: secrets.hashCredential(token) })
  return { token, expiresAt }
}

/** The link of a token, and its person; null for what is no token of a link. */
export async function findLink(db: Queryable, secrets: Secrets, token: string): Promise<(LinkRow & { tenantId: Uuid }) | null> {
  const content = tokensOf(secrets).read(token)
  if (!content) return null
  const { tenantId, id } = content
  const row = await db.first(findLinkRow, { tenantId, id, tokenHash: secrets.hashCredential(token) })
  return row && { ...row, tenantId }
}

/** Uses a link up. False when another request was first. */
export async function takeLink(tx: Queryable, key: { tenantId: Uuid; id: Uuid }): Promise<boolean> {
  return (await tx.first(takeLinkRow, key)) !== null
}

/** Links that one person is sent in an hour: a stranger who asks for them again and again shall not fill anybody's mailbox. */
const mailsAnHour = 3

type Context = { readonly tx: Queryable; readonly effects: Effects; readonly secrets: Secrets }
type Person = { tenantId: Uuid; userId: Uuid; name: string; email: string }

/** Makes a link and orders the mail with it. False when the person was sent enough of them. `inviterName` is null when nobody in particular invites. */
export async function mailLink(
  { tx, effects, secrets }: Context,
  { tenantId, userId, name, email }: Person,
  { purpose, inviterName = null }: { purpose: 'INVITATION' | 'PASSWORD'; inviterName?: string | null },
): Promise<boolean> {
  if (await hasEnough(tx, { tenantId, userId, purpose, email })) return false
  const lifeSeconds = purpose === 'INVITATION' ? linkSeconds.invitation : linkSeconds.password
  const { token, expiresAt } = await makeLink(tx, secrets, { tenantId, userId, email, purpose, lifeSeconds })
  const common = { name, token, expiresAt: isoTime(expiresAt) }
  if (purpose === 'PASSWORD') sendMail({ effects, secrets }, { to: email, template: 'password-reset', values: common })
  else sendMail({ effects, secrets }, { to: email, template: 'invitation', values: { ...common, inviterName: inviterName ?? 'Your team' } })
  return true
}

async function hasEnough(tx: Queryable, link: { tenantId: Uuid; userId: Uuid; purpose: LinkPurpose; email: string }): Promise<boolean> {
  const { count } = await fetchOne(tx, countLinks, link)
  return count >= mailsAnHour
}

/**
 * Orders a mail to a new address of a person, with a link that confirms it. Does nothing when the address was sent enough of them.
 * `requestedBy` is the caller who changes the address.
 */
export async function mailAddressLink(
  { tx, effects, secrets }: Context,
  { tenantId, userId, name, email }: Person,
  requestedBy: { id: Uuid; name: string },
): Promise<void> {
  const link = { tenantId, userId, email, purpose: 'EMAIL' } as const
  if (await hasEnough(tx, link)) return
  const { token, expiresAt } = await makeLink(tx, secrets, { ...link, lifeSeconds: linkSeconds.email, requestedBy: requestedBy.id })
  const values = { name, email, byName: requestedBy.name, token, expiresAt: isoTime(expiresAt) }
  sendMail({ effects, secrets }, { to: email, template: 'email-confirmation', values })
}

/** A person by their canonical address. */
export function findPerson(db: Queryable, who: { tenantId: Uuid; email: string }): Promise<{ userId: Uuid; status: string } | null> {
  return db.first(findPersonRow, who)
}

/** All links of a person end. */
export async function endLinks(tx: Queryable, person: { tenantId: Uuid; userId: Uuid }): Promise<void> {
  await tx.rows(endLinkRows, person)
}

const pages: Readonly<Record<LinkPurpose, string>> = {
  INVITATION: '/accept-invitation',
  PASSWORD: '/reset-password',
  EMAIL: '/confirm-email',
}

/** The page of the dashboard that takes a link's token: the same that mails lead to. The token stands where browsers send it to no server. */
export function linkUrl(dashboardUrl: URL, purpose: LinkPurpose, token: string): string {
  const url = new URL(dashboardUrl)
  url.pathname = `${url.pathname.replace(/\/$/, '')}${pages[purpose]}`
  url.hash = new URLSearchParams({ token }).toString()
  return url.href
}

function tokensOf(secrets: Secrets) {
  return tokenKind(secrets, 'svlt')
}
