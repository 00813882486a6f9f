/** An open folder of a mailbox, for the service. The connection is in the mailbox thread. */
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { MailboxError } from './imap-errors.ts'
import type { FolderOptions, MailboxServer, MailInfo } from './mailbox-facts.ts'
import type { ImapFolder } from './imap-folder.ts'
import type { FolderMethod, MailboxResult, MailboxCall } from './mailbox-thread.ts'

/** Maximum megabytes of the thread's JavaScript heap, enough for several thousand mailboxes. */
const maxMemoryMb = 512

type Waiting = { mailbox: number; resolve: (result: unknown) => void; reject: (error: MailboxError) => void }

/** The thread for all mailboxes of the process. */
class MailboxThread {
  readonly #worker: Worker
  readonly #waiting = new Map<number, Waiting>()
  #calls = 0
  isOver = false

  constructor() {
    // Use this file's extension, because the npm package contains JavaScript.
    this.#worker = new Worker(new URL(`mailbox-thread${extname(import.meta.url)}`, import.meta.url), {
      // Keep the service's flags, such as a debugger's, away from the thread.
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb },
      name: 'mailboxes',
    })
    // The thread must not keep the process alive.
    this.#worker.unref()
    this.#worker.on('message', (answer: MailboxResult) => {
      const call = this.#waiting.get(answer.call)
      this.#waiting.delete(answer.call)
      if ('result' in answer) call?.resolve(answer.result)
      else call?.reject(new MailboxError(answer.error.code, answer.error.message, { isSignIn: answer.error.isSignIn }))
    })
    this.#worker.on('error', (error) => this.#end(error))
    this.#worker.on('exit', () => this.#end(null))
  }

  call(mailbox: number, method: MailboxCall['method'], args: readonly unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.isOver) return reject(toThreadError(null))
      const call = ++this.#calls
      this.#waiting.set(call, { mailbox, resolve, reject })
      this.#worker.postMessage({ call, mailbox, method, args }, [])
    })
  }

  /** Fails the pending calls of a mailbox that has been closed, because the thread may be busy for a while. */
  drop(mailbox: number): void {
    for (const [call, waiting] of this.#waiting) {
      if (waiting.mailbox !== mailbox) continue
      this.#waiting.delete(call)
      waiting.reject(new MailboxError('EConnectionClosed', 'The connection was closed.'))
    }
  }

  #end(cause: unknown): void {
    this.isOver = true
    for (const { reject } of this.#waiting.values()) reject(toThreadError(cause))
    this.#waiting.clear()
  }
}

function toThreadError(cause: unknown): MailboxError {
  return new MailboxError('FAILED', 'The service lost the connection.', cause === null ? {} : { cause })
}

let thread: MailboxThread | null = null
let opened = 0

export class Mailbox {
  readonly #thread: MailboxThread
  readonly #number: number
  /** UIDVALIDITY of the folder. */
  readonly uidValidity: number
  /** UID of the next mail at the time the folder was opened. */
  readonly uidNext: number

  private constructor(owner: MailboxThread, number: number, { uidValidity, uidNext }: Pick<ImapFolder, 'uidValidity' | 'uidNext'>) {
    this.#thread = owner
    this.#number = number
    this.uidValidity = uidValidity
    this.uidNext = uidNext
  }

  /** Connects, signs in and opens the folder. Throws MailboxError. */
  static async open(server: MailboxServer, options: FolderOptions): Promise<Mailbox> {
    if (thread === null || thread.isOver) thread = new MailboxThread()
    const number = ++opened
    // Safe because the thread replies to `open` with these fields.
    const folder = (await thread.call(number, 'open', [server, options])) as Pick<ImapFolder, 'uidValidity' | 'uidNext'>
    return new Mailbox(thread, number, folder)
  }

  /** Returns the UIDs above this one, in order. */
  findAfter(uid: number): Promise<number[]> {
    return this.#call('findAfter', uid)
  }

  /** Returns the UIDs of mails that arrived at or after this time, plus some earlier ones, in order. */
  findSince(since: Date): Promise<number[]> {
    return this.#call('findSince', since)
  }

  /** Describes at most `maxMailsPerCommand` mails, in UID order. Leaves out drafts and mails marked as deleted. */
  readInfos(uids: readonly number[]): Promise<MailInfo[]> {
    return this.#call('readInfos', uids)
  }

  /** Reads the header fields that identify most mails, for at most `maxHeadersPerCommand` mails. */
  readIdentityFields(uids: readonly number[]): Promise<Map<number, Uint8Array>> {
    return this.#call('readIdentityFields', uids)
  }

  /** Returns all headers of a mail, or null if it is gone. */
  readHeaders(uid: number): Promise<Uint8Array | null> {
    return this.#call('readHeaders', uid)
  }

  /** Opens a mail for reading, or returns null if it is gone. The caller must read it to the end, or stop, before the next call. */
  async read(uid: number): Promise<AsyncIterable<Uint8Array> | null> {
    return (await this.#call('beginRead', uid)) ? this.#readParts() : null
  }

  async *#readParts(): AsyncGenerator<Uint8Array> {
    try {
      for (let part = await this.#call('readNext'); part !== null; part = await this.#call('readNext')) yield part
    } finally {
      await this.#call('endRead').catch(() => {})
    }
  }

  /** Waits until the server announces a change, or the time has passed. Throws MailboxError when the connection is lost or closed. */
  wait(ms: number): Promise<void> {
    return this.#call('wait', ms)
  }

  markSeen(uid: number): Promise<void> {
    return this.#call('markSeen', uid)
  }

  /** Whether the folder has a mail with this Message-ID (without angle brackets) that arrived after `since`. */
  hasMail(messageId: string, since: Date): Promise<boolean> {
    return this.#call('hasMail', messageId, since)
  }

  /** Appends a mail to the folder, marked as read. */
  append(bytes: Uint8Array): Promise<void> {
    return this.#call('append', bytes)
  }

  move(uid: number, folder: string): Promise<void> {
    return this.#call('move', uid, folder)
  }

  delete(uid: number): Promise<void> {
    return this.#call('delete', uid)
  }

  close(): void {
    this.#thread.call(this.#number, 'close', []).catch(() => {})
    this.#thread.drop(this.#number)
  }

  #call<Method extends FolderMethod>(
    method: Method,
    ...args: Parameters<ImapFolder[Method]>
  ): Promise<Awaited<ReturnType<ImapFolder[Method]>>> {
    // Safe because the thread responds with the result of the method.
    return this.#thread.call(this.#number, method, args) as Promise<Awaited<ReturnType<ImapFolder[Method]>>>
  }
}
