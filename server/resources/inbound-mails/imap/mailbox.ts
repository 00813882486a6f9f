/** An open folder of a mailbox, as the service uses it. The connection is in a thread. */
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { MailboxError } from './imap-errors.ts'
import type { FolderOptions, MailboxServer, MailInfo } from './mailbox-facts.ts'
import type { ImapFolder } from './imap-folder.ts'
import type { FolderMethod, MailboxResult, MailboxCall } from './mailbox-thread.ts'

/** Memory of the thread for JavaScript objects, for several thousand mailboxes. */
const maxMemoryMb = 512

type Waiting = { mailbox: number; resolve: (result: unknown) => void; reject: (error: MailboxError) => void }

/** The thread of all mailboxes of the process. */
class MailboxThread {
  readonly #worker: Worker
  readonly #waiting = new Map<number, Waiting>()
  #calls = 0
  isOver = false

  constructor() {
    // The file has the ending of this one: the npm package contains JavaScript.
    this.#worker = new Worker(new URL(`mailbox-thread${extname(import.meta.url)}`, import.meta.url), {
      // Flags of the service, such as those of a debugger, are not for the thread.
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb },
      name: 'mailboxes',
    })
    // The service decides when the process ends.
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

  /** Fails the calls of a mailbox that has been closed, because the thread may be busy for a while. */
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
  /** The folder's UIDVALIDITY. */
  readonly uidValidity: number
  /** The UID of the next mail when the folder was opened. */
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
    // Safe because the thread responds to `open` with these fields.
    const folder = (await thread.call(number, 'open', [server, options])) as Pick<ImapFolder, 'uidValidity' | 'uidNext'>
    return new Mailbox(thread, number, folder)
  }

  /** Returns the higher UIDs, in their order. */
  findAfter(uid: number): Promise<number[]> {
    return this.#call('findAfter', uid)
  }

  /** Returns the UIDs of the mails that arrived at this time or later, and of some that arrived before, in their order. */
  findSince(since: Date): Promise<number[]> {
    return this.#call('findSince', since)
  }

  /** Describes at most `maxMailsPerCommand` mails, in the order of their UIDs. Drafts, and mails that are marked as deleted, are left out. */
  readInfos(uids: readonly number[]): Promise<MailInfo[]> {
    return this.#call('readInfos', uids)
  }

  /** Reads the header fields that identify most mails, of at most `maxHeadersPerCommand` mails. */
  readIdentityFields(uids: readonly number[]): Promise<Map<number, Uint8Array>> {
    return this.#call('readIdentityFields', uids)
  }

  /** Returns all headers of a mail, or null if it is gone. */
  readHeaders(uid: number): Promise<Uint8Array | null> {
    return this.#call('readHeaders', uid)
  }

  /** Returns the bytes of a mail, or null if it is gone. The caller must read them, or stop, before the next call. */
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

  /** Whether the folder has a mail with this Message-ID, which has no angle brackets, that arrived after `since`. */
  hasMail(messageId: string, since: Date): Promise<boolean> {
    return this.#call('hasMail', messageId, since)
  }

  /** Stores a mail in the folder, as one that was read. */
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
