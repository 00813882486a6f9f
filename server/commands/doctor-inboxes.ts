/** Examines the inboxes: the DNS records of their domains, their mailboxes, and the tenants' own programs. */
import type { Config } from '../config.ts'
import type { Database } from '#platform/db.ts'
import { countTenants, type ExaminedInbox, examineInboxes } from '../resources/inboxes/index.ts'
import { type Finding, ok, warning } from './doctor-finding.ts'
import { examineHooks } from './doctor-hooks.ts'

/** Maximum number of inboxes to examine, so that the command ends within seconds. */
const maxExaminedInboxes = 100
/** Maximum number of inboxes with a problem that each check lists. */
const maxNamedInboxes = 5
/** Seconds after which unfetched mail in a mailbox counts as a lag: either the worker is behind, or older mail is being imported. */
const maxLagSeconds = 300

export async function examineInboxHealth(db: Database, config: Config): Promise<Finding[]> {
  const hooks = await examineHooks(db, { inboxes: maxExaminedInboxes, findings: maxNamedInboxes })
  const inboxes = await examineInboxes(db, config, maxExaminedInboxes)
  if (inboxes.length === 0) return hooks
  return [...examineRecords(inboxes), ...examineMailboxes(inboxes), await examineSenderProof(db, config), ...hooks]
}

/** Says whether tenants must prove the domains in whose name the operator's mail server sends. */
async function examineSenderProof(db: Database, { mail: { requireSenderProof } }: Config): Promise<Finding> {
  const check = 'sender proof'
  const isOne = (await db.first(countTenants, {}))?.isOne ?? true
  if (requireSenderProof === false && !isOne)
    return warning(
      check,
      'REQUIRE_SENDER_PROOF is off, and there are several tenants: each can send mail in the name of any domain through SMTP_URL.',
      'Remove REQUIRE_SENDER_PROOF, unless you trust all tenants.',
    )
  if (requireSenderProof ?? !isOne) return ok(check, 'Mail leaves through SMTP_URL only in the name of domains that its tenant owns.')
  return ok(
    check,
    'The tenant can send in the name of any domain: a proof is required from the second tenant on, or by REQUIRE_SENDER_PROOF.',
  )
}

function examineRecords(inboxes: readonly ExaminedInbox[]): Finding[] {
  const check = 'mail records'
  const incomplete = inboxes.filter(({ missing }) => missing.length > 0)
  if (incomplete.length === 0) return [ok(check, `The domains of ${getCount(inboxes.length)} have the DNS records that they need.`)]
  return incomplete.slice(0, maxNamedInboxes).map(({ tenant, address, missing }) => {
    const unknown = missing.filter(({ isKnown }) => !isKnown)
    const wrong = missing.filter(({ isKnown }) => isKnown)
    if (wrong.length === 0)
      return warning(
        check,
        `${address} (${tenant}): the name servers do not respond.`,
        'Check DNS_SERVERS, or the resolver of this machine.',
      )
    const list = wrong.map(({ purpose, name, value }) => `${purpose} (${name}: ${value})`).join(', ')
    const rest = unknown.length > 0 ? ` ${unknown.length} more could not be looked up.` : ''
    return warning(
      check,
      `${address} (${tenant}) lacks ${list}.${rest}`,
      wrong.some(({ purpose }) => purpose === 'OWNERSHIP')
        ? 'Publish these records. Until OWNERSHIP is found, the SMTP port refuses mail to this address, and SMTP_URL may send none from it.'
        : 'Publish these records. Without them, other mail servers may treat replies as spam, or mail does not come in.',
    )
  })
}

function examineMailboxes(inboxes: readonly ExaminedInbox[]): Finding[] {
  const check = 'mailboxes'
  const mailboxes = inboxes.flatMap(({ tenant, address, mailbox }) => (mailbox === null ? [] : [{ tenant, address, ...mailbox }]))
  const failing = mailboxes.filter(({ state }) => state === 'FAILING' || state === 'NEEDS_AUTH')
  const late = mailboxes.filter(({ state, lagSeconds }) => state === 'CONNECTED' && (lagSeconds ?? 0) > maxLagSeconds)
  const findings = [
    ...failing.map(({ tenant, address, state, error }) =>
      warning(
        check,
        `${address} (${tenant}): ${state === 'NEEDS_AUTH' ? 'the mailbox has refused the sign-in' : 'the mailbox cannot be read'}${error === null ? '.' : `: ${error}`}`,
        'Run `skein mail test --inbox ID`. Mail waits in the mailbox meanwhile.',
      ),
    ),
    ...late.map(({ tenant, address, lagSeconds }) =>
      warning(
        check,
        `${address} (${tenant}): the latest mail had waited ${Math.round((lagSeconds ?? 0) / 60)} minutes in the mailbox.`,
        'This is usual while older mail is imported. Otherwise check that a worker runs.',
      ),
    ),
  ].slice(0, maxNamedInboxes)
  if (findings.length > 0 || mailboxes.length === 0) return findings
  const lag = Math.max(...mailboxes.map(({ lagSeconds }) => lagSeconds ?? 0))
  return [
    ok(
      check,
      `${mailboxes.length} ${mailboxes.length === 1 ? 'mailbox is' : 'mailboxes are'} read; the latest mail had waited ${Math.round(lag)} s.`,
    ),
  ]
}

function getCount(count: number): string {
  return count === 1 ? 'one inbox' : `${count} inboxes`
}
