/** Pools connections to mail servers for reuse. */
import { createHash } from 'node:crypto'
import type { OutgoingServer } from './outgoing-server.ts'
import { SmtpSession, type SmtpTimeouts } from './smtp-session.ts'

/** Maximum connections per lane, such as an inbox. Mail servers limit the connections of one sender. */
export const maxConnectionsPerLane = 2
const maxIdleMs = 10_000
/** Maximum mails per connection. Some servers reject further mails after about a hundred. */
const maxMailsPerSession = 50

type Idle = { session: SmtpSession; mails: number; timer: NodeJS.Timeout }
type Lane = { busy: number; waiting: (() => void)[] }

export type Borrowed = {
  readonly session: SmtpSession
  /** Returns the connection to the pool. With `reuse: false`, closes it. */
  release(options: { reuse: boolean }): void
}

export class SmtpPool {
  readonly #idle = new Map<string, Idle[]>()
  readonly #lanes = new Map<string, Lane>()

  /** Returns a signed-in connection. Waits while the lane has two. Throws like `SmtpSession.open`. */
  async borrow(server: OutgoingServer, timeouts: SmtpTimeouts, signal: AbortSignal): Promise<Borrowed> {
    const key = toKey(server)
    await this.#enterLane(server.lane, signal)
    try {
      const { session, mails } = (await this.#takeIdle(key)) ?? { session: await SmtpSession.open(server, timeouts, signal), mails: 0 }
      if (signal.aborted) {
        session.close()
        signal.throwIfAborted()
      }
      let isReleased = false
      return {
        session,
        release: ({ reuse }) => {
          if (isReleased) return
          isReleased = true
          if (reuse && !session.isClosed && mails + 1 < maxMailsPerSession) this.#keep(key, session, mails + 1)
          else session.close()
          this.#leaveLane(server.lane)
        },
      }
    } catch (error) {
      this.#leaveLane(server.lane)
      throw error
    }
  }

  async #takeIdle(key: string): Promise<{ session: SmtpSession; mails: number } | null> {
    for (;;) {
      const idle = this.#idle.get(key)?.pop()
      if (idle === undefined) return null
      clearTimeout(idle.timer)
      idle.session.ref()
      try {
        // Check whether the server has closed the connection before a mail depends on it.
        await idle.session.reset()
        return idle
      } catch {
        idle.session.close()
      }
    }
  }

  #keep(key: string, session: SmtpSession, mails: number): void {
    const list = this.#idle.get(key) ?? []
    this.#idle.set(key, list)
    const timer = setTimeout(() => {
      list.splice(list.indexOf(idle), 1)
      if (list.length === 0 && this.#idle.get(key) === list) this.#idle.delete(key)
      session.quit()
    }, maxIdleMs)
    const idle: Idle = { session, mails, timer }
    timer.unref()
    session.unref()
    list.push(idle)
  }

  async #enterLane(name: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    const lane = this.#lanes.get(name) ?? { busy: 0, waiting: [] }
    this.#lanes.set(name, lane)
    if (lane.busy < maxConnectionsPerLane) {
      lane.busy++
      return
    }
    await new Promise<void>((resolve, reject) => {
      const enter = (): void => {
        signal.removeEventListener('abort', giveUp)
        resolve()
      }
      const giveUp = (): void => {
        lane.waiting.splice(lane.waiting.indexOf(enter), 1)
        reject(signal.reason)
      }
      signal.addEventListener('abort', giveUp, { once: true })
      lane.waiting.push(enter)
    })
  }

  #leaveLane(name: string): void {
    const lane = this.#lanes.get(name)
    if (lane === undefined) return
    const next = lane.waiting.shift()
    // The next mail takes over this slot, so `busy` does not change.
    if (next) next()
    else if (--lane.busy === 0) this.#lanes.delete(name)
  }
}

/** Returns the key under which connections are shared. A different password or token needs a new connection. */
function toKey({ host, port, security, auth, checkCertificate, certificateName, ownName, resolve }: OutgoingServer): string {
  const parts = [host, port, security, auth, checkCertificate, certificateName, ownName, resolve !== undefined]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64')
}
