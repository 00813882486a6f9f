/** One connection to a folder of a mailbox, in the mailbox thread. */
import type { ImapFlow, SearchObject } from 'imapflow'
import { createClient, findSentFolder } from './imap-client.ts'
import { MailboxError, toMailboxError } from './imap-errors.ts'
import { type FolderOptions, type MailboxServer, type MailInfo, maxMailsPerCommand, sentFolder } from './mailbox-facts.ts'
import { type CommandLimits, SocketMeter } from './socket-meter.ts'

/** Bytes of each partial fetch, so that a large mail is never in memory as a whole. */
const partBytes = 262_144
const oneDayMs = 86_400_000

/** Response limits by kind of command. Each includes unsolicited changes that the server may announce. */
const limits = {
  open: { maxBytes: 262_144 },
  folders: { maxBytes: 2_097_152 },
  /** Enough for the UIDs of about 500,000 mails. */
  search: { maxBytes: 4_194_304 },
  infos: { maxBytes: 1_048_576 },
  /** Hardly any mail server accepts headers above 256 KiB. */
  headers: { maxBytes: 16_777_216 },
  change: { maxBytes: 262_144 },
} satisfies Record<string, CommandLimits>

/** Error codes after which another address of the host may work. */
const unreachableCodes: ReadonlySet<string> = new Set(['ECONNREFUSED', 'CONNECT_TIMEOUT', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'])

export class ImapFolder {
  readonly #client: ImapFlow
  readonly #secret: string
  readonly #meter: SocketMeter
  readonly #maxBytes: number
  /** UIDVALIDITY of the folder. */
  readonly uidValidity: number
  /** UID of the next mail at the time the folder was opened. */
  readonly uidNext: number
  #failure: unknown = null
  #wake: () => void = () => {}
  /** Whether the server has announced a change since mails were last listed. */
  #hasNews = false

  /** The mail being read. */
  #content: AsyncIterator<Buffer> | null = null

  private constructor(
    client: ImapFlow,
    meter: SocketMeter,
    { secret, maxBytes }: { secret: string; maxBytes: number },
    folder: { uidValidity: bigint; uidNext: number },
  ) {
    this.#client = client
    this.#meter = meter
    this.#secret = secret
    this.#maxBytes = maxBytes
    this.uidValidity = Number(folder.uidValidity)
    this.uidNext = folder.uidNext
    client.on('error', (error) => {
      this.#failure ??= error
    })
    client.on('close', () => {
      this.#failure ??= new MailboxError('EConnectionClosed', 'The server closed the connection.')
      this.#wake()
    })
    client.on('exists', () => {
      this.#hasNews = true
      this.#wake()
    })
  }

  /** Connects, signs in and opens the folder. Throws MailboxError. */
  static async open(server: MailboxServer, options: FolderOptions): Promise<ImapFolder> {
    const { tenantId, folder, isReadOnly, maxBytes, commandMs } = options
    const secret = 'password' in server.secret ? server.secret.password : server.secret.accessToken
    let failure: unknown = new MailboxError('UNRESOLVED', 'The host name has no address.')
    for (const address of server.addresses) {
      const meter = new SocketMeter(tenantId, { commandMs })
      const client = await createClient(server, {
        address,
        maxMailBytes: maxBytes + partBytes,
        maxLineBytes: limits.search.maxBytes,
        meter,
      })
      // Without a listener, an error between two commands would end the process.
      client.on('error', () => {})
      try {
        const opened = await meter.run(folder === sentFolder ? limits.folders : limits.open, async () => {
          await client.connect()
          const path = folder === sentFolder ? await findSentFolder(client) : folder
          return client.mailboxOpen(path, { readOnly: isReadOnly })
        })
        return new ImapFolder(client, meter, { secret, maxBytes }, opened)
      } catch (error) {
        client.close()
        meter.stop()
        failure = meter.failure ?? error
        // A server that was reached would respond the same at its other addresses.
        if (!unreachableCodes.has(toMailboxError(failure, secret).code)) break
      }
    }
    throw toMailboxError(failure, secret)
  }

  /** Returns the UIDs above this one, in order. */
  findAfter(uid: number): Promise<number[]> {
    this.#hasNews = false
    // A range that ends with `*` always contains the last mail, even if its UID is lower (RFC 3501).
    return this.#search({ uid: `${uid + 1}:*` }, (found) => found > uid)
  }

  /** Returns the UIDs of mails that arrived at or after this time, plus some earlier ones, in order. */
  findSince(since: Date): Promise<number[]> {
    // SINCE compares dates in the server's time zone.
    return this.#search({ since: new Date(since.getTime() - oneDayMs) })
  }

  /** Describes at most `maxMailsPerCommand` mails, in UID order. Leaves out drafts and mails marked as deleted. */
  readInfos(uids: readonly number[]): Promise<MailInfo[]> {
    return this.#run(limits.infos, (client) => fetchInfos(client, uids))
  }

  /** Reads the header fields that identify most mails, for at most `maxHeadersPerCommand` mails. */
  readIdentityFields(uids: readonly number[]): Promise<Map<number, Uint8Array>> {
    return this.#run(limits.headers, async (client) => {
      const found = new Map<number, Uint8Array>()
      let rows = 0
      for await (const mail of client.fetch(uids.join(','), { uid: true, headers: ['message-id', 'from', 'date'] }, { uid: true })) {
        requireAtMost(++rows, uids.length)
        found.set(mail.uid, mail.headers ?? Buffer.alloc(0))
      }
      return found
    })
  }

  /** Returns all headers of a mail, or null if it is gone. */
  readHeaders(uid: number): Promise<Uint8Array | null> {
    return this.#run(this.#mailLimits, async (client) => {
      const mail = await client.fetchOne(String(uid), { uid: true, headers: true }, { uid: true })
      return mail ? (mail.headers ?? null) : null
    })
  }

  /** Starts reading a mail. False if it is gone. */
  async beginRead(uid: number): Promise<boolean> {
    await this.endRead()
    const { content } = await this.#run(this.#mailLimits, (client) =>
      client.download(String(uid), undefined, { uid: true, chunkSize: partBytes }),
    )
    this.#content = content?.[Symbol.asyncIterator]() ?? null
    return this.#content !== null
  }

  /** Returns the next bytes of the mail being read; null at its end. */
  async readNext(): Promise<Uint8Array | null> {
    const content = this.#content
    if (content === null) return null
    const { done, value } = await this.#run(this.#mailLimits, () => content.next())
    return done === true ? null : value
  }

  /** Stops reading the mail. */
  async endRead(): Promise<void> {
    const content = this.#content
    this.#content = null
    await content?.return?.()
  }

  /** Waits until the server announces a change, the time has passed, or the folder is closed. Throws MailboxError when the connection is lost. */
  async wait(ms: number): Promise<void> {
    const stopIdling = this.#meter.startIdling()
    await new Promise<void>((resolve) => {
      const end = (): void => {
        clearTimeout(timer)
        this.#wake = () => {}
        resolve()
      }
      const timer = setTimeout(end, ms)
      this.#wake = end
      if (this.#hasNews || this.#failure !== null) return end()
      // The next command ends the IDLE. A failure closes the connection.
      this.#client.idle().catch(end)
    })
    stopIdling()
    if (this.#failure !== null) throw this.#convert(this.#failure)
  }

  async markSeen(uid: number): Promise<void> {
    await this.#run(limits.change, (client) => client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true }))
  }

  /** Whether the folder has a mail with this Message-ID (without angle brackets) that arrived after `since`. */
  async hasMail(messageId: string, since: Date): Promise<boolean> {
    // NOOP lets the server announce mails that have arrived.
    await this.#run(limits.change, (client) => client.noop())
    const uids = await this.#search({ header: { 'message-id': messageId } })
    if (uids.length === 0) return false
    const found = await this.readInfos(uids.slice(-maxMailsPerCommand))
    return found.some(({ receivedAt }) => receivedAt.getTime() > since.getTime())
  }

  /** Appends a mail to the folder, marked as read. */
  async append(bytes: Uint8Array): Promise<void> {
    const { mailbox } = this.#client
    const stored = await this.#run({ ...limits.change, sentBytes: bytes.length }, (client) =>
      client.append(mailbox ? mailbox.path : '', Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), ['\\Seen']),
    )
    if (!stored) throw new MailboxError('APPEND_REFUSED', 'The server refused to store a mail.')
  }

  async move(uid: number, folder: string): Promise<void> {
    const moved = await this.#run(limits.change, (client) => client.messageMove(String(uid), folder, { uid: true }))
    if (!moved) throw new MailboxError('MOVE_REFUSED', `The server refused to move a mail to “${folder}”.`)
  }

  async delete(uid: number): Promise<void> {
    await this.#run(limits.change, (client) => client.messageDelete(String(uid), { uid: true }))
  }

  close(): void {
    this.#client.close()
    this.#meter.stop()
    this.#wake()
  }

  /** Limits for reading a mail. A server may ignore the partial fetch and send the whole mail. */
  get #mailLimits(): CommandLimits {
    return { maxBytes: this.#maxBytes + partBytes, hasLines: false }
  }

  /** Returns the UIDs in order. */
  #search(query: SearchObject, isWanted: (uid: number) => boolean = () => true): Promise<number[]> {
    return this.#run(limits.search, async (client) => {
      const uids = await client.search(query, { uid: true })
      if (!uids) throw new MailboxError('SEARCH_REFUSED', 'The server refused to search the folder.')
      return uids.filter(isWanted).toSorted((a, b) => a - b)
    })
  }

  /** Runs commands within their limits. Throws MailboxError. */
  async #run<Result>(limit: CommandLimits, commands: (client: ImapFlow) => Promise<Result>): Promise<Result> {
    try {
      return await this.#meter.run(limit, async () => {
        const { mailbox } = this.#client
        if (mailbox && Number(mailbox.uidValidity) !== this.uidValidity)
          throw new MailboxError('UIDVALIDITY_CHANGED', 'The server has numbered the mails of the folder anew.')
        return commands(this.#client)
      })
    } catch (error) {
      throw this.#convert(error)
    }
  }

  #convert(error: unknown): MailboxError {
    return toMailboxError(this.#meter.failure ?? this.#failure ?? error, this.#secret)
  }
}

async function fetchInfos(client: ImapFlow, uids: readonly number[]): Promise<MailInfo[]> {
  const found: MailInfo[] = []
  let rows = 0
  const query = { uid: true, size: true, internalDate: true, flags: true }
  for await (const { uid, size = 0, internalDate, flags } of client.fetch(uids.join(','), query, { uid: true })) {
    requireAtMost(++rows, uids.length)
    if (flags?.has('\\Deleted') || flags?.has('\\Draft')) continue
    const receivedAt = new Date(internalDate ?? Number.NaN)
    found.push({ uid, size, receivedAt: Number.isNaN(receivedAt.getTime()) ? new Date() : receivedAt })
  }
  return found.toSorted((a, b) => a.uid - b.uid)
}

/** Throws MailboxError for more rows than mails. Unsolicited flag updates look like rows, so some are allowed. */
function requireAtMost(rows: number, mails: number): void {
  if (rows > mails + maxMailsPerCommand) throw new MailboxError('TOO_MUCH', 'The server sent much more than it was asked for.')
}
