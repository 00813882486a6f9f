/** The connection state of an inbox, in the form of the API and its event. */
import { createPresenter } from '#kit/present.ts'
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Effects } from '#platform/outbox/effects.ts'
import { defineEvent } from '#platform/outbox/events.ts'
import { type ConnectionRow, findConnection, resetReceiving } from './connection-queries.ts'
import { type ConnectionRecord, InboxConnectionChange } from './connection-schema.ts'
import { type DomainConfig, findSenderProblem, toDomainRule } from './domains/sender-proof.ts'
import type { EmailSettings } from '../../channels/email/settings.ts'
import type { HookSettings } from '../../channels/hook-settings.ts'
import { providers } from '../../channels/hook.ts'
import { isSameMailbox } from './round-trip/destination.ts'

export const inboxConnectionChanged = defineEvent({
  type: 'inbox.connection_changed',
  scope: 'catalog:read',
  object: InboxConnectionChange,
  previous: { receive: { state: 'CONNECTED' } },
  description: 'The state of an inbox’s connections changed: it connected, fails, or needs to sign in again.',
  present: createPresenter(InboxConnectionChange),
})

/**
 * Reads an inbox's connection state; null if the inbox does not exist. The sending state of an inbox that may not send from its address is
 * failing.
 */
export async function readConnection(
  db: Queryable,
  config: DomainConfig,
  key: { tenantId: Uuid; inboxId: Uuid },
): Promise<ConnectionRecord | null> {
  const row = await db.first(findConnection, { ...key, ...toDomainRule(config) })
  if (!row) return null
  const { address, sendMode, ownsDomain, createdAt } = row
  const problem = address === null || sendMode === null ? null : await findSenderProblem(db, config, { address, sendMode, ownsDomain })
  if (problem === null) return toConnectionRecord(row)
  const sendError = { code: 'DOMAIN_UNPROVED', message: problem, at: createdAt }
  return toConnectionRecord({ ...row, sendState: 'FAILING', sendError, sendSince: createdAt })
}

/** Converts an inbox's row. The inbox may have no connection yet. */
function toConnectionRecord(row: ConnectionRow): ConnectionRecord {
  const { inboxId, receiveState, sendState, folder, uidValidity, uid, lastMailAt, lagSeconds, waiting } = row
  const receive = receiveState ?? 'NOT_USED'
  const send = sendState ?? 'NOT_USED'
  const errors = [
    row.receiveError && { ...row.receiveError, attempts: Math.max(1, row.receiveAttempts) },
    row.sendError && { ...row.sendError, attempts: Math.max(1, row.sendAttempts) },
  ].filter((error) => error !== null)
  const [lastError = null] = errors.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
  // While a worker holds the mailbox, the time is when its lease expires.
  const nextTimes = [receive === 'CONNECTED' ? null : row.receiveNextAt, row.sendNextAt].filter((at) => at !== null)
  const sinceTimes = [receive !== 'NOT_USED' && row.receiveSince, send !== 'NOT_USED' && row.sendSince].filter((at) => at !== false)
  return {
    inboxId,
    receive: { state: receive },
    send: { state: send },
    since: findLatest(sinceTimes),
    lastMailAt,
    lagSeconds,
    waiting,
    checkpoint: folder === null || uidValidity === null || uid === null ? null : { folder, uidValidity, uid },
    lastError: lastError && { code: lastError.code, message: lastError.message, at: lastError.at, attempts: lastError.attempts },
    nextAttemptAt: nextTimes.toSorted((a, b) => Date.parse(a) - Date.parse(b))[0] ?? null,
  }
}

function findLatest(times: readonly string[]): string | null {
  return times.toSorted((a, b) => Date.parse(b) - Date.parse(a))[0] ?? null
}

/** Emits the event with the current connection state. Call it in the transaction of the change. */
export async function emitConnectionChange(
  { tx, effects, tenantId, config }: { tx: Queryable; effects: Pick<Effects, 'emit'>; tenantId: Uuid; config: DomainConfig },
  inboxId: Uuid,
  previous: Partial<ConnectionRecord>,
): Promise<void> {
  const record = await readConnection(tx, config, { tenantId, inboxId })
  if (!record) throw new Error('The inbox of a connection is gone')
  effects.emit(inboxConnectionChanged, inboxId, record, previous)
}

/** Starts, restarts or stops reading a mailbox after a change of the inbox's settings. */
export async function applyReceiveSettings(
  tx: Queryable,
  key: { tenantId: Uuid; inboxId: Uuid },
  { before, after, hasNewPassword }: { before: EmailSettings | null; after: EmailSettings; hasNewPassword: boolean },
): Promise<void> {
  const [old, now] = [before?.receive, after.receive]
  const [wasRead, isRead] = [old?.mode === 'IMAP' && old.imap !== null, now.mode === 'IMAP' && now.imap !== null]
  if (!wasRead && !isRead) return
  if (wasRead && isRead && !hasNewPassword && JSON.stringify(old?.imap) === JSON.stringify(now.imap)) return
  const importsMore = now.imap?.importSince !== old?.imap?.importSince && now.imap?.importSince !== null
  const isSame = isSameMailbox(old?.imap, now.imap)
  await tx.rows(resetReceiving, {
    ...key,
    state: isRead ? 'CONNECTING' : 'NOT_USED',
    forgets: !isSame || importsMore,
    fetchFrom: isSame ? 'KEPT' : wasRead ? 'LAST_READ' : 'NOW',
  })
}

type ReceivingInbox = { readonly hook: HookSettings | null; readonly active: boolean }

/** Starts, restarts or stops receiving from a provider after a change of the inbox. An inactive inbox does not receive. */
export async function applyProviderReceiving(
  tx: Queryable,
  key: { tenantId: Uuid; inboxId: Uuid },
  { before, after, hasNewToken }: { before: ReceivingInbox | null; after: ReceivingInbox; hasNewToken: boolean },
): Promise<void> {
  const [wasConnected, isConnected] = [before !== null && receives(before), receives(after)]
  if (!wasConnected && !isConnected) return
  const hasChanged = wasConnected !== isConnected || hasNewToken || before?.hook?.telegram?.receive !== after.hook?.telegram?.receive
  if (hasChanged) await tx.rows(resetReceiving, { ...key, state: isConnected ? 'CONNECTING' : 'NOT_USED', forgets: true, fetchFrom: 'NOW' })
}

function receives({ hook, active }: ReceivingInbox): boolean {
  return active && hook !== null && providers[hook.provider].receive.connected?.isConnected(hook) === true
}
