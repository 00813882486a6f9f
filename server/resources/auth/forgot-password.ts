import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import type { Database, Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { type Audited, type Effects, toUnchangedOutcome, toOutcome } from '#platform/outbox/effects.ts'
import { CollectedEffects, writeLedger } from '#platform/outbox/ledger.ts'
import { actorIdentity } from '#platform/outbox/write-identity.ts'
import type { Secrets } from '#platform/secrets.ts'
import { findTenantId } from '../tenants/index.ts'
import { mailLink } from '../users/index.ts'
import { securityChanged } from './events.ts'
import { findAddressee, findAddressees, type Addressee } from './queries.ts'
import { isKnownAddress } from './known-address.ts'
import { ForgotRequest, LinkRequested } from './schema.ts'

export const forgotPassword = endpoint.anonymous({
  operationId: 'forgotPassword',
  method: 'POST',
  path: '/auth/forgot',
  tag: 'auth',
  summary: 'Request a link to choose a password',
  description:
    'Mails a link that works once, for an hour, to the user with this address, in each tenant. An invited user gets the ' +
    'invitation again. The response is the same, and takes the same time, whether or not such a user exists. A user gets at most ' +
    'three mails an hour.',
  body: ForgotRequest,
  responds: { 200: item(LinkRequested, 'The same response for every address') },
  fixedTimes: 'all',
  account: ({ email }) => email,
  isKnown: isKnownAddress,
  async findActor({ db, body, hostTenantId }) {
    const [first, ...others] = await listAddressees(db, body, hostTenantId)
    return first ? { tenantId: first.tenantId, userId: null, first, others } : null
  },
  // Do not reword this: retries must get the same bytes as the first response, even after an upgrade.
  present: () => ({ message: 'If somebody of this address may sign in, a mail with a link is on its way to them.' }),
  async handle({ actor, tx, effects, secrets, ip, requestId }) {
    if (!actor) return toUnchangedOutcome({})
    // Finish one tenant before starting the next, so that all requests lock tenants in the same order and cannot deadlock.
    const audited = await enqueueLink(tx, effects, secrets, actor.first)
    for (const addressee of actor.others) {
      const own = new CollectedEffects()
      await enqueueLink(tx, own, secrets, addressee)
      await writeLedger(tx, actorIdentity({ tenantId: addressee.tenantId, userId: null }, ip, requestId, null), own, {
        status: 200,
        record: null,
      })
    }
    return audited ? toOutcome({}, audited) : toUnchangedOutcome({})
  },
})

async function listAddressees(
  db: Database,
  { tenant, email }: { tenant?: string | undefined; email: string },
  hostTenantId: Uuid | null,
): Promise<Addressee[]> {
  if (tenant === undefined && hostTenantId === null) return db.rows(findAddressees, { email })
  const tenantId = tenant === undefined ? hostTenantId : await findTenantId(db, tenant)
  return tenantId === null ? [] : db.rows(findAddressee, { tenantId, email })
}

/** Mails a link. Returns null when the user has reached the limit of links. */
async function enqueueLink(tx: Queryable, effects: Effects, secrets: Secrets, addressee: Addressee): Promise<Audited | null> {
  const { userId: id, status } = addressee
  if (!(await mailLink({ tx, effects, secrets }, addressee, { purpose: status === 'INVITED' ? 'INVITATION' : 'PASSWORD' }))) return null
  effects.emit(securityChanged, id, { id, change: 'LINK_REQUESTED' })
  return effects.audit({ action: 'user.link_requested', target: { type: 'user', id } })
}
