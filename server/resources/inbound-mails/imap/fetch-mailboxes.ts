/** Reads mailboxes: finds those that are due, holds them by leases, and reads each in its own loop. */
import { setTimeout as sleep } from 'node:timers/promises'
import { newId, type Uuid } from '#platform/ids.ts'
import type { RunningService, Service, ServiceContext } from '#platform/services.ts'
import { closeOpenMailboxes } from './connect.ts'
import type { HeldMailbox } from './fetch-mails.ts'
import { type ClaimedMailbox, claimMailbox, findDueMailboxes, releaseLease, renewLeases } from './queries.ts'
import { readMailbox } from './read-mailbox.ts'

const leaseSeconds = 60
const renewMs = 20_000
const lookMs = 250
/** Maximum number of mailboxes to claim per search. */
const claimsAtOnce = 100
/** Seconds until a suspended tenant's mailbox is checked again. */
const suspendedSeconds = 60

type Reading = { held: HeldMailbox; stop: AbortController; ended: Promise<void> }

export const fetchMailboxes: Service = {
  name: 'fetch-mailboxes',
  description: 'Fetches mail from the mailboxes of inboxes (IMAP).',
  start(context) {
    const receiver = new Receiver(context)
    return { stop: () => receiver.stop() }
  },
}

class Receiver implements RunningService {
  readonly #context: ServiceContext
  readonly #stopping = new AbortController()
  /** Mailboxes being read, by lease token. A mailbox whose settings change can be claimed again before its earlier reading ends. */
  readonly #readings = new Map<Uuid, Reading>()
  readonly #loops: Promise<unknown>

  constructor(context: ServiceContext) {
    this.#context = context
    this.#loops = Promise.all([this.#repeat(lookMs, () => this.#look()), this.#repeat(renewMs, () => this.#renew())])
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#loops
    const readings = [...this.#readings.values()]
    for (const { stop } of readings) stop.abort()
    await Promise.all(readings.map(({ ended }) => ended))
    closeOpenMailboxes()
  }

  async #repeat(everyMs: number, work: () => Promise<void>): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      await work().catch((error: unknown) => this.#context.log.warn({ error }, 'mailboxes could not be looked for and are tried again'))
      await sleep(everyMs, undefined, { signal }).catch(() => undefined)
    }
  }

  async #look(): Promise<void> {
    for (const key of await this.#context.db.rows(findDueMailboxes, { limit: claimsAtOnce })) {
      if (this.#stopping.signal.aborted) return
      const lease = { ...key, token: newId() }
      const claimed = await this.#context.db.first(claimMailbox, { ...lease, leaseSeconds })
      if (claimed) await this.#begin(lease, claimed)
    }
  }

  async #begin(lease: { tenantId: Uuid; inboxId: Uuid; token: Uuid }, claimed: ClaimedMailbox): Promise<void> {
    const { db } = this.#context
    const { settings, isSuspended, attempts, folder, uidValidity, uid, fetchFrom, lastMailAt } = claimed
    const imap = settings?.receive.mode === 'IMAP' ? settings.receive.imap : null
    if (isSuspended || !imap) return void (await db.rows(releaseLease, { ...lease, inSeconds: imap ? suspendedSeconds : null }))
    // An earlier reading with other settings may still be connected, but has lost its lease.
    for (const earlier of this.#readings.values()) if (earlier.held.inboxId === lease.inboxId) earlier.stop.abort()
    const held: HeldMailbox = {
      ...lease,
      imap,
      checkpoint: folder === null || uidValidity === null || uid === null ? null : { folder, uidValidity, uid },
      fetchFrom: fetchFrom === null ? null : new Date(fetchFrom),
      lastMailAt: lastMailAt === null ? null : new Date(lastMailAt),
      readAt: null,
      seen: new Set(),
    }
    const stop = new AbortController()
    const ended = readMailbox(this.#context, held, attempts, stop.signal).finally(async () => {
      this.#readings.delete(lease.token)
      // Only a reading that was stopped still holds its lease.
      await db.rows(releaseLease, { ...lease, inSeconds: 0 }).catch(() => [])
    })
    this.#readings.set(lease.token, { held, stop, ended })
  }

  /** Renews all leases. Stops readings that lost theirs, because their inbox has other settings or another worker took over. */
  async #renew(): Promise<void> {
    const now = performance.now()
    for (const [tenantId, readings] of Map.groupBy(this.#readings.values(), ({ held }) => held.tenantId)) {
      const held = readings.map(({ held: { inboxId, token, readAt } }) => ({
        inboxId,
        token,
        readSecondsAgo: readAt === null ? null : (now - readAt) / 1000,
      }))
      const kept = new Set((await this.#context.db.rows(renewLeases, { tenantId, leaseSeconds, held })).map(({ token }) => token))
      for (const {
        held: { token },
        stop,
      } of readings)
        if (!kept.has(token)) stop.abort()
    }
  }
}
