/** A real mail server that stores accepted mails, and a parser of mails. */
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export type ReceivedMail = Email & { raw: string; recipients: string[] }

export type MailServer = { url: string; accepted: ReceivedMail[]; stop(): Promise<void> }

/** Starts a mail server. It calls `onMail` after each complete mail; an error that `onMail` throws becomes the server's reply. */
export async function startMailServer(
  options: Pick<SMTPServerOptions, 'onRcptTo' | 'onMailFrom' | 'onAuth' | 'hideSMTPUTF8' | 'disabledCommands' | 'key' | 'cert'> & {
    onMail?: (mail: ReceivedMail) => Promise<void> | void
    port?: number
  } = {},
): Promise<MailServer> {
  const { onMail = () => {}, port = 0, ...own } = options
  const accepted: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    // Clients keep idle connections open for a few seconds.
    closeTimeout: 100,
    ...own,
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address)
        const raw = Buffer.concat(chunks)
        readMail(raw)
          .then(async (mail) => {
            await onMail({ ...mail, recipients })
            accepted.push({ ...mail, recipients })
          })
          .then(() => callback(), callback)
      })
    },
  })
  // A connection that a test breaks is an error for the server.
  server.on('error', () => {})
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  // Safe because address() returns an AddressInfo for a server that listens on a port.
  const at = server.server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${at.port}`, accepted, stop: () => new Promise((resolve) => void server.close(() => resolve())) }
}

export async function readMail(bytes: Buffer): Promise<Omit<ReceivedMail, 'recipients'>> {
  return { ...(await PostalMime.parse(bytes)), raw: bytes.toString('utf8') }
}

/** Returns the mails that a service without SMTP_URL has written to files, in no order. */
export async function readMailFiles({ dataDir }: { dataDir: string }): Promise<Omit<ReceivedMail, 'recipients'>[]> {
  const directory = join(dataDir, 'mail')
  const names = await readdir(directory).catch(() => [])
  return Promise.all(names.filter((name) => name.endsWith('.eml')).map(async (name) => readMail(await readFile(join(directory, name)))))
}

/** Returns the link in a mail, which contains the secret. */
export function findLink({ text = '' }: Pick<Email, 'text'>): URL {
  const found = /https?:\/\/\S+/.exec(text)?.[0]
  if (found === undefined) throw new Error(`No link in ${text}`)
  return new URL(found)
}
