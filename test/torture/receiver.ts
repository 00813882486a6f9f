/** A webhook receiver in its own process, on one port across all restarts, and the journal of its deliveries. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { WebhookVerificationReason } from '../../client/index.ts'
import type { Random } from './random.ts'
import { findFreePort } from '../support/free-port.ts'
import { waitForFirstOutput, webhookTimeoutMs, type Service } from './service.ts'
import type { ObservedEvent } from './observed-events.ts'

const program = fileURLToPath(new URL('receiver-process.ts', import.meta.url))

/** Outcome of one request: accepted, postponed, or rejected as not genuine. `at` is in milliseconds of the wall clock. */
export type JournalEntry = ObservedEvent & { hook: string; at: number; verdict: 'accepted' | 'busy' | WebhookVerificationReason }

/** Input of the receiver's process. */
export type ReceiverOrders = { port: number; journal: string; seed: number; secrets: Readonly<Record<string, string>>; tooLateMs: number }

export class Receiver {
  kills = 0
  readonly #port: number
  readonly #directory: string
  readonly #random: Random
  readonly #secrets: Record<string, string> = {}
  #child: ChildProcess | null = null

  private constructor(port: number, directory: string, random: Random) {
    this.#port = port
    this.#directory = directory
    this.#random = random
  }

  /** Prepares a receiver whose journal is next to the service's data. Does not start it. */
  static async prepare({ dataDir }: Service, random: Random): Promise<Receiver> {
    return new Receiver(await findFreePort(), dataDir, random)
  }

  urlOf(hook: string): string {
    return `http://127.0.0.1:${this.#port}/${hook}`
  }

  /** Adds a trusted secret. Call this before the start. */
  trust(hook: string, secret: string): void {
    this.#secrets[hook] = secret
  }

  get runs(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** Starts the receiver and waits until it listens. */
  async start(): Promise<void> {
    const log = openSync(join(this.#directory, 'receiver.log'), 'a')
    const orders: ReceiverOrders = {
      port: this.#port,
      journal: this.#journal,
      seed: this.#random.between(0, 2 ** 31),
      secrets: this.#secrets,
      tooLateMs: webhookTimeoutMs * 1.5,
    }
    const child = spawn(process.execPath, [program, JSON.stringify(orders)], { stdio: ['ignore', 'pipe', log] })
    closeSync(log)
    if (!(await waitForFirstOutput(child))) throw new Error(`The receiver ended while starting: see receiver.log in ${this.#directory}`)
    this.#child = child
  }

  /** Sends SIGKILL at any time. */
  async kill(): Promise<void> {
    if (!this.#child || !this.runs) throw new Error(`The receiver has ended by itself: see receiver.log in ${this.#directory}`)
    this.kills++
    await this.end()
  }

  async end(): Promise<void> {
    if (!this.#child || !this.runs) return
    const exited = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await exited
  }

  get #journal(): string {
    return join(this.#directory, 'receiver.jsonl')
  }

  /** Returns every request that arrived completely, in order of arrival. */
  journal(): JournalEntry[] {
    const lines = existsSync(this.#journal) ? readFileSync(this.#journal, 'utf8').split('\n') : []
    // A kill cut off a line without an end, so its event was never acknowledged.
    // Safe because the receiver writes nothing else.
    return lines.filter((line) => line.endsWith('}')).map((line) => JSON.parse(line) as JournalEntry)
  }
}
