/** Examines the EMAIL inboxes of all tenants for the operator: missing DNS records and mailbox connections. */
import type { Queryable } from '#platform/db.ts'
import { createDnsResolver } from '#platform/dns.ts'
import { toTypeId } from '#platform/ids.ts'
import type { Config } from '../../config.ts'
import { type CheckedRecord, checkRecords, isBelow, listExpectedRecords, toDomain } from './dns-records.ts'
import { requiresSenderProof, toDomainRule, toOwnDomain } from './domains/sender-proof.ts'
import { listEmailInboxesOfAll } from './examine-queries.ts'

export type ExaminedInbox = {
  readonly tenant: string
  readonly name: string
  readonly address: string
  /** Records that are wrong, or could not be looked up. */
  readonly missing: readonly Pick<CheckedRecord, 'purpose' | 'name' | 'value' | 'isKnown'>[]
  readonly mailbox: {
    readonly state: string
    readonly seconds: number
    readonly error: string | null
    readonly lagSeconds: number | null
  } | null
}

/** Examines the oldest active inboxes, at most `limit`. Domains below a local MAIL_DOMAIN need no records. */
export async function examineInboxes(db: Queryable, config: Config, limit: number): Promise<ExaminedInbox[]> {
  const rows = await db.rows(listEmailInboxesOfAll, { limit })
  const isProofRequired = await requiresSenderProof(db, config)
  const resolver = createDnsResolver({ servers: config.dnsServers })
  return Promise.all(
    rows.map(async ({ tenantId, tenant, name, address, email, state, stateSeconds, error, lagSeconds }) => {
      const { domain: mailDomain } = config.mail
      const isLocal = isBelow(mailDomain, 'localhost') && isBelow(toDomain(address), mailDomain)
      const owner = { mailDomain, ownDomain: toOwnDomain(toDomainRule(config), tenant), tenantId: toTypeId('ten', tenantId) }
      const expected = isLocal ? [] : listExpectedRecords(address, email, owner)
      // An inbox that reads a mailbox and sends through its own server needs no proof: signing in to both proves enough.
      const needsProof = email.receive.mode === 'SMTP' || (isProofRequired && email.send.mode === 'DEFAULT')
      const needed = expected.filter(({ purpose }) => purpose !== 'OWNERSHIP' || needsProof)
      const missing = (await checkRecords(resolver, needed)).filter(({ ok }) => !ok)
      const mailbox = email.receive.mode === 'IMAP' && state !== null ? { state, seconds: stateSeconds, error, lagSeconds } : null
      return { tenant, name, address, missing, mailbox }
    }),
  )
}
