/** One connection to a folder of a mailbox. Only this module uses the IMAP library. */
import { isIP } from 'node:net'
import { createSecureContext, type SecureContext } from 'node:tls'
import type { ImapFlow } from 'imapflow'
import { MailboxError, toMailboxError } from './imap-errors.ts'

export type MailboxServer = {
  readonly host: string
  readonly port: number
  readonly security: 'TLS' | 'STARTTLS' | 'NONE'
  /** The addresses of the host, of which the connection uses no others. */
  readonly addresses: readonly string[]
  readonly user: string
  readonly secret: { readonly password: string } | { readonly accessToken: string }
}

export type MailInfo = { readonly uid: number; readonly size: number; readonly receivedAt: Date }

/** Time limit in milliseconds for each step until the folder is open. */
const stepMs = 20_000
/** Servers may end an IDLE after 30 minutes. */
const idleMs = 25 * 60_000
/** Bytes of a mail that are requested at a time, so that a large mail is never in memory as a whole. */
const partBytes = 1_048_576
/** Mails about which one command asks. */
const mailsAtOnce = 500
const oneDayMs = 86_400_000
/** Bytes of a line, such as the result of a search in a large folder. */
const maxLineLength = 16 * 1_048_576

/** Names the folder for sent mails, whatever its name is. */
export const sentFolder = '\\Sent'

/** Failures after which another address of the host may work. */
const unreachableCodes: ReadonlySet<string> = new Set(['ECONNREFUSED', 'CONNECT_TIMEOUT', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'])

/** Shared by all connections. */
let secureContext: SecureContext | undefined

export class Mailbox {
  readonly #client: ImapFlow
  readonly #secret: string
  /** The folder's UIDVALIDITY. */
  readonly uidValidity: number
  /** The UID of the next mail when the folder was opened. */
  readonly uidNext: number
  #failure: unknown = null
  #wake: () => void = () => {}
  /** Whether the server has announced a change since the mails were listed. */
  #hasNews = false

  private constructor(client: ImapFlow, secret: string, folder: { uidValidity: bigint; uidNext: number }) {
    this.#client = client
    this.#secret = secret
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

  /** Connects, signs in and opens the folder, which may be `sentFolder`; `isReadOnly` opens it so that nothing in it can change. Throws MailboxError. */
  static async open(
    server: MailboxServer,
    { folder, isReadOnly, maxBytes }: { folder: string; isReadOnly: boolean; maxBytes: number },
  ): Promise<Mailbox> {
    const secret = 'password' in server.secret ? server.secret.password : server.secret.accessToken
    let failure: unknown = new MailboxError('UNRESOLVED', 'The host name has no address.')
    for (const address of server.addresses) {
      const client = await createClient(server, address, maxBytes)
      // An error between two commands would otherwise end the process.
      client.on('error', () => {})
      try {
        await client.connect()
        const path = folder === sentFolder ? await findSentFolder(client) : folder
        return new Mailbox(client, secret, await client.mailboxOpen(path, { readOnly: isReadOnly }))
      } catch (error) {
        client.close()
        failure = error
        // Another address of a server that was reached would refuse the same.
        if (!unreachableCodes.has(toMailboxError(error, secret).code)) break
      }
    }
    throw toMailboxError(failure, secret)
  }

  /** Lists the mails with higher UIDs, in their order. */
  listAfter(uid: number): Promise<MailInfo[]> {
    this.#hasNews = false
    // The server always returns the last mail, even if its UID is lower.
    return this.#run(async (client) => (await fetchInfos(client, `${uid + 1}:*`)).filter((mail) => mail.uid > uid))
  }

  /** Lists the mails that arrived at this time or later, in the order of their UIDs. */
  listSince(since: Date): Promise<MailInfo[]> {
    return this.#run(async (client) => {
      // The server compares days in its own time zone.
      const uids = await client.search({ since: new Date(since.getTime() - oneDayMs) }, { uid: true })
      if (!uids) throw new MailboxError('SEARCH_REFUSED', 'The server refused to search the folder.')
      const found: MailInfo[] = []
      for (const part of divide(uids.toSorted((a, b) => a - b))) found.push(...(await fetchInfos(client, part.join(','))))
      return found.filter(({ receivedAt }) => receivedAt.getTime() >= since.getTime())
    })
  }

  /** Reads the header fields that identify most mails. */
  readIdentityFields(uids: readonly number[]): Promise<Map<number, Buffer>> {
    return this.#run(async (client) => {
      const found = new Map<number, Buffer>()
      for (const part of divide(uids))
        for await (const mail of client.fetch(part.join(','), { uid: true, headers: ['message-id', 'from', 'date'] }, { uid: true }))
          found.set(mail.uid, mail.headers ?? Buffer.alloc(0))
      return found
    })
  }

  /** Returns all headers of a mail, or null if it is gone. */
  readHeaders(uid: number): Promise<Buffer | null> {
    return this.#run(async (client) => {
      const mail = await client.fetchOne(String(uid), { uid: true, headers: true }, { uid: true })
      return mail ? (mail.headers ?? null) : null
    })
  }

  /** Returns the bytes of a mail, or null if it is gone. The caller must read them to the end before the next call. */
  async read(uid: number): Promise<AsyncIterable<Uint8Array> | null> {
    const { content } = await this.#run((client) => client.download(String(uid), undefined, { uid: true, chunkSize: partBytes }))
    return content ? this.#readAll(content) : null
  }

  async *#readAll(content: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
    try {
      yield* content
    } catch (error) {
      throw this.#convert(error)
    }
  }

  /** Waits until the server announces a change, the time has passed, or `signal` aborts. Throws MailboxError when the connection is lost. */
  async wait(ms: number, signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      const end = (): void => {
        clearTimeout(timer)
        signal.removeEventListener('abort', end)
        this.#wake = () => {}
        resolve()
      }
      const timer = setTimeout(end, ms)
      this.#wake = end
      signal.addEventListener('abort', end)
      if (signal.aborted || this.#hasNews || this.#failure !== null) return end()
      // The next command ends the IDLE. A failure closes the connection.
      this.#client.idle().catch(end)
    })
    if (this.#failure !== null) throw this.#convert(this.#failure)
  }

  async markSeen(uid: number): Promise<void> {
    await this.#run((client) => client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true }))
  }

  /** Whether the folder has a mail with this Message-ID, which has no angle brackets, that arrived after `since`. */
  hasMail(messageId: string, since: Date): Promise<boolean> {
    return this.#run(async (client) => {
      // Lets the server announce mails that have arrived.
      await client.noop()
      const uids = await client.search({ header: { 'message-id': messageId } }, { uid: true })
      if (!uids) throw new MailboxError('SEARCH_REFUSED', 'The server refused to search the folder.')
      if (uids.length === 0) return false
      const found = await fetchInfos(client, uids.slice(-mailsAtOnce).join(','))
      return found.some(({ receivedAt }) => receivedAt.getTime() > since.getTime())
    })
  }

  /** Stores a mail in the folder, as one that was read. */
  async append(bytes: Buffer): Promise<void> {
    const { mailbox } = this.#client
    const stored = await this.#run((client) => client.append(mailbox ? mailbox.path : '', bytes, ['\\Seen']))
    if (!stored) throw new MailboxError('APPEND_REFUSED', 'The server refused to store a mail.')
  }

  async move(uid: number, folder: string): Promise<void> {
    const moved = await this.#run((client) => client.messageMove(String(uid), folder, { uid: true }))
    if (!moved) throw new MailboxError('MOVE_REFUSED', `The server refused to move a mail to “${folder}”.`)
  }

  async delete(uid: number): Promise<void> {
    await this.#run((client) => client.messageDelete(String(uid), { uid: true }))
  }

  close(): void {
    this.#client.close()
  }

  /** Runs commands. Throws MailboxError. */
  async #run<Result>(commands: (client: ImapFlow) => Promise<Result>): Promise<Result> {
    try {
      const { mailbox } = this.#client
      if (mailbox && Number(mailbox.uidValidity) !== this.uidValidity)
        throw new MailboxError('UIDVALIDITY_CHANGED', 'The server has numbered the mails of the folder anew.')
      return await commands(this.#client)
    } catch (error) {
      throw this.#convert(error)
    }
  }

  #convert(error: unknown): MailboxError {
    return toMailboxError(this.#failure ?? error, this.#secret)
  }
}

async function createClient(server: MailboxServer, address: string, maxBytes: number): Promise<ImapFlow> {
  // Imported here because most processes never connect to a mailbox.
  const { ImapFlow: Client } = await import('imapflow')
  const { host, port, security, user, secret } = server
  return new Client({
    host: address,
    port,
    secure: security === 'TLS',
    ...(security === 'TLS' ? {} : { doSTARTTLS: security === 'STARTTLS' }),
    // The certificate must be for the name, although the connection goes to the address.
    ...(isIP(host) === 0 ? { servername: host } : {}),
    // A separate context for each connection would cost 100 KB.
    tls: { secureContext: (secureContext ??= createSecureContext()) },
    auth: 'password' in secret ? { user, pass: secret.password } : { user, accessToken: secret.accessToken },
    logger: false,
    disableAutoIdle: true,
    // Compression costs 300 KB of memory for each connection.
    disableCompression: true,
    maxIdleTime: idleMs,
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    maxLineLength,
    // Some servers ignore that a part was requested, and send the whole mail.
    maxLiteralSize: maxBytes + partBytes,
    maxResponseSize: maxBytes + partBytes + maxLineLength,
  })
}

async function findSentFolder(client: ImapFlow): Promise<string> {
  // The library knows the folder by its name in many languages where the server does not mark it.
  const folder = (await client.list()).find(({ specialUse }) => specialUse === sentFolder)
  if (!folder) throw new MailboxError('FOLDER_MISSING', 'The mailbox has no folder for sent mails.')
  return folder.path
}

async function fetchInfos(client: ImapFlow, range: string): Promise<MailInfo[]> {
  const found: MailInfo[] = []
  for await (const { uid, size = 0, internalDate } of client.fetch(range, { uid: true, size: true, internalDate: true }, { uid: true })) {
    const receivedAt = new Date(internalDate ?? Number.NaN)
    found.push({ uid, size, receivedAt: Number.isNaN(receivedAt.getTime()) ? new Date() : receivedAt })
  }
  return found.toSorted((a, b) => a.uid - b.uid)
}

function divide(uids: readonly number[]): number[][] {
  return Array.from({ length: Math.ceil(uids.length / mailsAtOnce) }, (_, i) => uids.slice(i * mailsAtOnce, (i + 1) * mailsAtOnce))
}
