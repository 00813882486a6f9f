/** Makes the visitor of a session ready to write: their row, their customer, and what they typed about themselves. */
import { fetchOne } from '#kit/write.ts'
import { databaseNowIso } from '#platform/database-now.ts'
import { OutdatedRead, type Queryable } from '#platform/db.ts'
import { newId, toTypeId } from '#platform/ids.ts'
import type { Effects } from '#platform/outbox/effects.ts'
import type { WidgetSettings } from '../../../channels/widget/settings.ts'
import { findOrCreateOfVisitor, noteTypedByVisitor } from '../../customers/index.ts'
import type { ProvedIdentity, VisitorSession } from '../sessions/session-token.ts'
import { findVisitor, insertVisitor, lockVisitor, type Reader, updateVisitor } from './queries.ts'
import { readReader } from './reader.ts'

type Context = { readonly tx: Queryable; readonly effects: Effects }

export type Typed = { readonly name?: string | undefined; readonly email?: string | undefined }
export type Page = { readonly path: string; readonly title?: string | undefined }

/** A locked visitor, whose messages are written one after another. */
export type Writer = Reader & { readonly customer: { readonly id: string; readonly name: string | null }; readonly email: string | null }

/**
 * Locks the visitor until the commit. The first message inserts their row and finds or creates their customer; so does the first one after
 * the customer was erased.
 */
export async function beginWriting({ tx, effects }: Context, session: VisitorSession): Promise<Writer> {
  const { tenantId, inboxId, visitorId, identity, locale } = session
  const key = { tenantId, visitorId }
  const address = toTypeId('vst', visitorId)
  const { email = null, name = null } = identity ?? {}
  const isNew = await tx.first(insertVisitor, { ...key, inboxId, customerId: newId(), verified: identity !== null, email, name, locale })
  await fetchOne(tx, lockVisitor, key)
  const known = await tx.first(findVisitor, key)
  const { customerId: ofIdentity, portalCustomerIds } = await readReader(tx, session)
  // The address has gone to another customer since the sign-in, for whom this visitor must not write.
  const hasLostAddress = session.customerId !== null && portalCustomerIds.length === 0
  // Whoever reads a customer's threads in the portal writes as this customer.
  if (isNew || !known || (portalCustomerIds.length > 0 && known.customerId !== ofIdentity)) {
    const proved = hasLostAddress ? withoutAddress(identity) : identity
    const visitor = { inboxId, address, identity: proved, seenAt: databaseNowIso() }
    const customer = await findOrCreateOfVisitor({ tx, effects, principal: { tenantId } }, visitor)
    await tx.rows(updateVisitor, { ...key, customerId: customer.id, email, name, pagePath: null, pageTitle: null })
  }
  const found = await tx.first(findVisitor, key)
  if (!found) throw new OutdatedRead('The customer was erased in the meantime')
  const { customerId, name: typedName, email: typedEmail } = found
  return { ...(await readReader(tx, session)), customer: { id: customerId, name: typedName }, email: typedEmail }
}

function withoutAddress(identity: ProvedIdentity | null): ProvedIdentity | null {
  return identity === null || identity.sub === null ? null : { ...identity, email: null }
}

/** Notes what the visitor typed and the page they are on, if the inbox wants to know it. */
export async function noteAboutVisitor(
  { tx, effects }: Context,
  { tenantId, visitorId }: VisitorSession,
  { customer }: Writer,
  { typed, page, settings }: { typed: Typed; page: Page | undefined; settings: Pick<WidgetSettings, 'pageUrl'> },
): Promise<void> {
  const { name = null, email = null } = typed
  if (name !== null || email !== null) await noteTypedByVisitor({ tx, effects, principal: { tenantId } }, customer.id, { name, email })
  const shown = settings.pageUrl === 'PATH' ? page : undefined
  const pagePath = shown ? (shown.path.split(/[?#]/, 1)[0] ?? '') : null
  await tx.rows(updateVisitor, { tenantId, visitorId, customerId: customer.id, email, name, pagePath, pageTitle: shown?.title ?? null })
}
