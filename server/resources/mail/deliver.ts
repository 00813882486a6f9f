/** Sends a mail to the mail server of SMTP_URL, or writes it to a file without one. Both may be repeated. */
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { JobFailure, toTypeId, type Uuid } from '../../kit/index.ts'
import { aboutHeader, type ComposedMail } from './compose.ts'

/** Each wait of a connection ends well before the lease of the job. */
const timeouts = { dnsTimeout: 5_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 } as const

/** The properties of the mail library's errors that are used here. */
type SmtpError = { code?: string; command?: string; response?: string; permanent?: boolean; originalCode?: string }

/** Resolves when the server has accepted the mail. Throws JobFailure with a sentence that names neither address nor content. */
export async function sendBySmtp(smtpUrl: string, { from, to, bytes }: ComposedMail, signal: AbortSignal): Promise<void> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ url: smtpUrl, ...timeouts, disableFileAccess: true, disableUrlAccess: true })
  try {
    await transport.sendMail({ envelope: { from, to }, raw: bytes, signal })
  } catch (error) {
    // Safe because all its properties are optional, and the library puts them on its errors.
    throw failureOf(error as SmtpError)
  } finally {
    transport.close()
  }
}

/** Connects and signs in. Null when a mail could be sent, else a sentence. */
export async function tryMailServer(smtpUrl: string): Promise<string | null> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ url: smtpUrl, ...timeouts })
  try {
    await transport.verify()
    return null
  } catch (error) {
    // Safe because all its properties are optional, and the library puts them on its errors.
    return failureOf(error as SmtpError).message
  } finally {
    transport.close()
  }
}

/**
 * A refusal of the recipient or of the message is final. Failures that concern every mail (sign-in, the sender's address, a connection)
 * are retried, because the operator may correct them before the attempts are over.
 */
function failureOf({ code, command, response, permanent, originalCode }: SmtpError): JobFailure {
  const isOfThisMail = code === 'EMESSAGE' || (code === 'EENVELOPE' && command === 'RCPT TO')
  const step = command && !['API', 'CONN'].includes(command) ? ` at ${command}` : ''
  const status = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/.exec(response ?? '')?.[0]
  // A server's text may repeat the address or the content, so only its codes are kept.
  if (status === undefined) return new JobFailure(`The mail server could not be used${step}: ${originalCode ?? code ?? 'unknown error'}.`)
  return new JobFailure(`The mail server refused${step}: ${status.replace('-', ' ')}.`, { permanent: isOfThisMail && permanent === true })
}

/** The directory of mails that are written to files instead of sent. */
export function keptMailPath(dataDir: string): string {
  return join(dataDir, 'mail')
}

/** The name begins with the tenant's id, and a repeat writes the same file again. */
export async function keepAsFile(dataDir: string, tenantId: Uuid, id: Uuid, { bytes }: ComposedMail): Promise<string> {
  const directory = keptMailPath(dataDir)
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const path = join(directory, `${beginningOf(tenantId)}${id}.eml`)
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

/** The prefix of the file names of a tenant. */
function beginningOf(tenantId: Uuid): string {
  return `${toTypeId('ten', tenantId)}-`
}

/** The kept mails of a tenant after one of them in the order of their names, with the addresses they were written to and what they are about. */
export async function readKeptMails(
  { dataDir }: Pick<Config, 'dataDir'>,
  tenantId: Uuid,
  { after, limit }: { after: string; limit: number },
): Promise<{ path: string; name: string; to: string; about: string | null }[]> {
  const directory = keptMailPath(dataDir)
  const names = (await readdir(directory).catch(() => [])).filter((name) => name.startsWith(beginningOf(tenantId)) && name > after)
  const read = names
    .toSorted()
    .slice(0, limit)
    .map(async (name) => {
      const path = join(directory, name)
      const head = (await readFile(path, 'utf8').catch(() => '')).split(/\r?\n\r?\n/, 1)[0] ?? ''
      // Composed by this service: a line of its own, which a long address may continue on the next.
      const about = new RegExp(`^${aboutHeader}: *(\\S+)`, 'im').exec(head)?.[1] ?? null
      const to = /^To:\s*(.*(?:\r?\n[ \t].*)*)$/im.exec(head)?.[1] ?? ''
      return { path, name, about, to: to.replaceAll(/\s/g, '').replace(/^.*<|>$/g, '') }
    })
  return Promise.all(read)
}

/** Deletes the kept mails of a tenant. Returns how many. */
export async function removeKeptMails({ dataDir }: Pick<Config, 'dataDir'>, tenantId: Uuid): Promise<number> {
  const directory = keptMailPath(dataDir)
  const names = await readdir(directory).catch(() => [])
  const own = names.filter((name) => name.startsWith(beginningOf(tenantId)))
  await Promise.all(own.map((name) => rm(join(directory, name), { force: true })))
  return own.length
}
