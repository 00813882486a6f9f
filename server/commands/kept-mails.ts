/** Reads the mails that the service wrote below DATA_DIR/mail because no mail server is configured. */
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parseMail, type ParsedMail } from '../resources/inbound-mails/index.ts'
import { mailFilesPath, signedMessageHeader } from '../resources/mail/index.ts'

export type KeptMail = {
  path: string
  at: Date
  mail: ParsedMail
  /** True for a message of a thread, false for a mail of the service itself, such as an invitation. */
  isOfThread: boolean
}

export type KeptFile = { path: string; writtenAtMs: number }

/** Lists the files, oldest first. */
export async function listKeptFiles(dataDir: string): Promise<KeptFile[]> {
  const directory = mailFilesPath(dataDir)
  const names = (await readdir(directory).catch(() => [])).filter((name) => name.endsWith('.eml'))
  const files = await Promise.all(
    names.map(async (name) => {
      const path = join(directory, name)
      const found = await stat(path).catch(() => null)
      return found ? [{ path, writtenAtMs: found.mtimeMs }] : []
    }),
  )
  return files.flat().toSorted((a, b) => a.writtenAtMs - b.writtenAtMs)
}

export async function readKeptMail({ path, writtenAtMs }: KeptFile): Promise<KeptMail> {
  const mail = await parseMail(await readFile(path))
  const header = signedMessageHeader.toLowerCase()
  return { path, at: new Date(writtenAtMs), mail, isOfThread: mail.headers.some(({ name }) => name === header) }
}

/** Formats an address for people: `Support <support@example.com>`. */
export function formatMailbox({ name, address }: ParsedMail['from'][number]): string {
  return name === null ? address : `${name} <${address}>`
}
