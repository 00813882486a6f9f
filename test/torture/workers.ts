/** Worker processes next to the service, which are killed at any time and restarted. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { GuaranteeBroken } from './guarantee-broken.ts'
import type { Service } from './service.ts'

export class Workers {
  kills = 0
  readonly #service: Service
  readonly #children: (ChildProcess | null)[]

  constructor(service: Service, count: number) {
    this.#service = service
    this.#children = Array.from({ length: count }, () => null)
  }

  get count(): number {
    return this.#children.length
  }

  /** Starts the workers that are not running. */
  async start(): Promise<void> {
    await Promise.all(
      this.#children.map(async (child, slot) => {
        if (child === null) this.#children[slot] = await this.#service.startWorker()
      }),
    )
  }

  /** Sends SIGKILL to one worker. Throws when it had exited by itself. */
  async kill(slot: number): Promise<void> {
    const child = this.#children[slot] ?? null
    if (child === null || !lives(child))
      throw new GuaranteeBroken(
        `worker ${slot + 1} has ended by itself (${child?.exitCode ?? child?.signalCode})\n${this.#service.logTail()}`,
      )
    this.kills++
    this.#children[slot] = null
    await end(child, 'SIGKILL')
  }

  /** Sends SIGKILL to all workers. */
  async killAll(): Promise<void> {
    await Promise.all(this.#children.map((_, slot) => this.kill(slot)))
  }

  /** Sends SIGTERM to all workers. Returns their exit codes, or the signals that ended them. */
  stop(): Promise<(number | string | null)[]> {
    return Promise.all(
      this.#children.map(async (child) => {
        if (child && lives(child)) await end(child, 'SIGTERM')
        return child ? (child.exitCode ?? child.signalCode) : null
      }),
    )
  }

  /** Stops all workers, in any state. */
  async end(): Promise<void> {
    await Promise.all(this.#children.map((child) => (child && lives(child) ? end(child, 'SIGKILL') : null)))
  }
}

function lives({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
}
