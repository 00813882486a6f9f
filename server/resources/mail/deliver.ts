/** Sends a mail to the mail server of SMTP_URL, or writes it to a file if SMTP_URL is not set. Retries may repeat both. */
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { JobFailure, toTypeId, type Uuid } from '../../kit/index.ts'
import { aboutHeader, type ComposedMail } from './compose.ts'

/** Timeouts of a connection in milliseconds, all well below the lease of the job. */
const timeouts = { dnsTimeout: 5_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 } as const

/** Properties that the mail library puts on its errors. */
type SmtpError = { code?: string; command?: string; response?: string; permanent?: boolean; originalCode?: string }

/** Sends a mail; resolves when the server has accepted it. Throws JobFailure, whose message never contains an address or content of the mail. */
export async function sendBySmtp(smtpUrl: string, { from, to, bytes }: ComposedMail, signal: AbortSignal): Promise<void> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ url: smtpUrl, ...timeouts, disableFileAccess: true, disableUrlAccess: true })
  try {
    await transport.sendMail({ envelope: { from, to }, raw: bytes, signal })
  } catch (error) {
    // Safe because all properties of SmtpError are optional, and nodemailer sets them on the errors that it throws.
    throw toJobFailure(error as SmtpError)
  } finally {
    transport.close()
  }
}

/** Connects and signs in to the mail server. Returns null if that works, otherwise the error as a sentence. */
export async function tryMailServer(smtpUrl: string): Promise<string | null> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ url: smtpUrl, ...timeouts })
  try {
    await transport.verify()
    return null
  } catch (error) {
    // Safe because all properties of SmtpError are optional, and nodemailer sets them on the errors that it throws.
    return toJobFailure(error as SmtpError).message
  } finally {
    transport.close()
  }
}

/**
 * Converts an error of the mail library. It is permanent if the server refused the recipient or the message. Failures that affect every
 * mail (sign-in, sender address, connection) are retried, because the operator may correct them in time.
 */
function toJobFailure({ code, command, response, permanent, originalCode }: SmtpError): JobFailure {
  const isOfThisMail = code === 'EMESSAGE' || (code === 'EENVELOPE' && command === 'RCPT TO')
  const step = command && !['API', 'CONN'].includes(command) ? ` at ${command}` : ''
  const status = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/.exec(response ?? '')?.[0]
  // The server's text may repeat the address or the content, so only its status codes go into the error.
  if (status === undefined) return new JobFailure(`The mail server could not be used${step}: ${originalCode ?? code ?? 'unknown error'}.`)
  return new JobFailure(`The mail server refused${step}: ${status.replace('-', ' ')}.`, { permanent: isOfThisMail && permanent === true })
}

/** Returns the directory of mails that are written to files instead of sent. */
export function mailFilesPath(dataDir: string): string {
  return join(dataDir, 'mail')
}

/** Writes a mail to a file. The name starts with the tenant's id; a retry overwrites the same file. */
export async function writeMailFile(dataDir: string, tenantId: Uuid, id: Uuid, { bytes }: ComposedMail): Promise<string> {
  const directory = mailFilesPath(dataDir)
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const path = join(directory, `${fileNamePrefix(tenantId)}${id}.eml`)
  const unfinished = `${path}.${randomBytes(4).toString('hex')}.tmp`
  try {
    await writeFile(unfinished, bytes, { mode: 0o600, flush: true })
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
  return path
}

/** Returns the prefix of the names of a tenant's mail files. */
function fileNamePrefix(tenantId: Uuid): string {
  return `${toTypeId('ten', tenantId)}-`
}

/** Lists mail files of a tenant in the order of their names, starting after the name `after`. `to` is the recipient's address; `about` is the id from the X-Skein-About header. */
export async function listMailFiles(
  { dataDir }: Pick<Config, 'dataDir'>,
  tenantId: Uuid,
  { after, limit }: { after: string; limit: number },
): Promise<{ path: string; name: string; to: string; about: string | null }[]> {
  const directory = mailFilesPath(dataDir)
  const names = (await readdir(directory).catch(() => [])).filter((name) => name.startsWith(fileNamePrefix(tenantId)) && name > after)
  const read = names
    .toSorted()
    .slice(0, limit)
    .map(async (name) => {
      const path = join(directory, name)
      const head = (await readFile(path, 'utf8').catch(() => '')).split(/\r?\n\r?\n/, 1)[0] ?? ''
      // This service composed the mail, so each header starts a line. A long address continues on the next line.
      const about = new RegExp(`^${aboutHeader}: *(\\S+)`, 'im').exec(head)?.[1] ?? null
      const to = /^To:\s*(.*(?:\r?\n[ \t].*)*)$/im.exec(head)?.[1] ?? ''
      return { path, name, about, to: to.replaceAll(/\s/g, '').replace(/^.*<|>$/g, '') }
    })
  return Promise.all(read)
}

/** Deletes all mail files of a tenant and returns their number. */
export async function removeMailFiles({ dataDir }: Pick<Config, 'dataDir'>, tenantId: Uuid): Promise<number> {
  const directory = mailFilesPath(dataDir)
  const names = await readdir(directory).catch(() => [])
  const own = names.filter((name) => name.startsWith(fileNamePrefix(tenantId)))
  await Promise.all(own.map((name) => rm(join(directory, name), { force: true })))
  return own.length
}
