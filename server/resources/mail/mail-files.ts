/** Writes mails to files below DATA_DIR/mail, one per mail, because there is no mail server. */
import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Config } from '../../config.ts'
import { toTypeId, type Uuid } from '#platform/ids.ts'

type DataDir = Pick<Config, 'dataDir'>

/** Header with the id of the object that a mail concerns, by which the erasure of a customer finds mail files. */
export const aboutHeader = 'X-Skein-About'

export type MailFile = {
  readonly path: string
  readonly name: string
  /** Id under which the mail was written: the system mail's or the message's. */
  readonly id: string
  /** Addresses in To and Cc. Recipients in Bcc are in no header. */
  readonly recipients: readonly string[]
  /** Id in X-Skein-About. */
  readonly about: string | null
}

/** Returns the directory of the files. */
export function mailFilesPath(dataDir: string): string {
  return join(dataDir, 'mail')
}

/** Writes a mail to a file and returns its path. The name starts with the tenant's id; a retry overwrites the same file. */
export async function writeMailFile(dataDir: string, tenantId: Uuid, id: Uuid, bytes: Buffer | (() => Readable)): Promise<string> {
  await mkdir(mailFilesPath(dataDir), { recursive: true, mode: 0o700 })
  const path = toPath(dataDir, tenantId, id)
  const unfinished = `${path}.${randomBytes(4).toString('hex')}.tmp`
  try {
    const source = Buffer.isBuffer(bytes) ? Readable.from([bytes]) : bytes()
    await pipeline(source, createWriteStream(unfinished, { mode: 0o600, flush: true }))
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
  return path
}

function toPath(dataDir: string, tenantId: Uuid, id: string): string {
  return join(mailFilesPath(dataDir), `${fileNamePrefix(tenantId)}${id}.eml`)
}

/** Returns the file name prefix of a tenant's mails. */
function fileNamePrefix(tenantId: Uuid): string {
  return `${toTypeId('ten', tenantId)}-`
}

/** Lists a tenant's mail files in name order, after the name `after`. */
export async function listMailFiles(
  { dataDir }: DataDir,
  tenantId: Uuid,
  { after, limit }: { after: string; limit: number },
): Promise<MailFile[]> {
  const directory = mailFilesPath(dataDir)
  const prefix = fileNamePrefix(tenantId)
  const names = (await readdir(directory).catch(() => [])).filter((name) => name.startsWith(prefix) && name > after)
  const read = names
    .toSorted()
    .slice(0, limit)
    .map(async (name) => {
      const path = join(directory, name)
      const head = (await readFile(path, 'utf8').catch(() => '')).split(/\r?\n\r?\n/, 1)[0] ?? ''
      // This service composed the mail, so each header starts a line, and continuation lines start with a space.
      const lines = head.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)
      const readHeader = (header: string): string | null =>
        lines
          .find((line) => line.toLowerCase().startsWith(`${header.toLowerCase()}:`))
          ?.slice(header.length + 1)
          .trim() ?? null
      return {
        path,
        name,
        id: name.slice(prefix.length).replace(/\.eml.*$/, ''),
        recipients: [readHeader('To'), readHeader('Cc')].flatMap((value) => readAddresses(value ?? '')),
        about: readHeader(aboutHeader),
      }
    })
  return Promise.all(read)
}

/** Returns the addresses of a header that this service composed. */
function readAddresses(value: string): string[] {
  const parts = value.match(/(?:"(?:[^"\\]|\\.)*"|[^,"])+/g) ?? []
  return parts.map((part) => (/<([^<>]*)>\s*$/.exec(part)?.[1] ?? part).replaceAll(/\s/g, '')).filter((address) => address.includes('@'))
}

/** Deletes the file of one mail, if there is one. */
export async function removeMailFile({ dataDir }: DataDir, tenantId: Uuid, id: Uuid): Promise<void> {
  await rm(toPath(dataDir, tenantId, id), { force: true })
}

/** Deletes all mail files of a tenant and returns their number. */
export async function removeMailFiles({ dataDir }: DataDir, tenantId: Uuid): Promise<number> {
  const directory = mailFilesPath(dataDir)
  const names = await readdir(directory).catch(() => [])
  const own = names.filter((name) => name.startsWith(fileNamePrefix(tenantId)))
  await Promise.all(own.map((name) => rm(join(directory, name), { force: true })))
  return own.length
}
