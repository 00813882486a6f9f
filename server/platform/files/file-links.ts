/**
 * Signs URLs of files. A URL contains everything needed to serve the file, so that no database query is necessary. Any client can use it
 * until it expires.
 */
import { createHmac, createSecretKey } from 'node:crypto'
import { databaseNow } from '../database-now.ts'
import { parseTypeId, toTypeId, type Uuid } from '../ids.ts'
import { sameBytes, type Secrets } from '../secrets.ts'
import type { FileKey } from './store-driver.ts'

/** The path below BASE_URL at which files are served. */
export const filesPath = '/files'

/** A link that lets a client read a file, with the name and type for the response. */
export type ReadLink = { key: FileKey; filename: string; contentType: string; expiresAt: Date }
/** A link that lets a client send the file of one upload with PUT. */
export type WriteLink = { tenantId: Uuid; uploadId: Uuid; expiresAt: Date }

export type FileLinks = {
  /** Returns the functions that sign links to one tenant’s files. */
  of(tenantId: Uuid): PresentLinks
  /** Reads the link in a request’s URL. Null when the signature is wrong. */
  openRead(url: string): ReadLink | 'expired' | null
  openWrite(url: string): WriteLink | 'expired' | null
}

/** Signs the URLs in a response. */
export type PresentLinks = {
  read(file: { name: string; filename: string; contentType: string }, expiresAt: Date): string
  write(uploadId: Uuid, expiresAt: Date): string
}

export function createFileLinks(baseUrl: URL, secrets: Pick<Secrets, 'derive'>): FileLinks {
  const signingKey = createSecretKey(secrets.derive('links of files'))
  const computeSignature = (method: 'GET' | 'PUT', target: string): Buffer =>
    createHmac('sha256', signingKey).update(`${method} ${target}`).digest()
  const base = baseUrl.href.replace(/\/$/, '')
  const sign = (method: 'GET' | 'PUT', path: string, parameters: Record<string, string>): string => {
    const target = `${path}?${new URLSearchParams(parameters)}`
    return `${base}${target}&signature=${computeSignature(method, target).toString('base64url')}`
  }
  /** Verifies the signature of a URL for this method. Returns its path and parameters. */
  const open = (method: 'GET' | 'PUT', url: string): { path: string; parameters: URLSearchParams; expiresAt: Date } | 'expired' | null => {
    const [, target = '', signature = ''] = /^(.*)&signature=([\w-]{43})$/.exec(url) ?? []
    if (!sameBytes(computeSignature(method, target), Buffer.from(signature, 'base64url'))) return null
    const [path = '', query = ''] = target.split('?')
    const parameters = new URLSearchParams(query)
    const expiresAt = new Date(Number(parameters.get('expires')) * 1000)
    return expiresAt.getTime() < databaseNow() ? 'expired' : { path, parameters, expiresAt }
  }
  return {
    of: (tenantId) => ({
      read({ name, filename, contentType }, expiresAt) {
        const path = `${filesPath}/${toTypeId('ten', tenantId)}/${name}`
        return sign('GET', path, { filename, type: contentType, expires: toSeconds(expiresAt) })
      },
      write: (uploadId, expiresAt) =>
        sign('PUT', `${filesPath}/${toTypeId('ten', tenantId)}/${toTypeId('upl', uploadId)}`, { expires: toSeconds(expiresAt) }),
    }),
    openRead(url) {
      const found = open('GET', url)
      if (found === null || found === 'expired') return found
      const { tenantId, name } = readPath(found.path)
      const [filename, contentType] = [found.parameters.get('filename') ?? '', found.parameters.get('type') ?? '']
      return { key: { tenantId, name }, filename, contentType, expiresAt: found.expiresAt }
    },
    openWrite(url) {
      const found = open('PUT', url)
      if (found === null || found === 'expired') return found
      const { tenantId, name } = readPath(found.path)
      return { tenantId, uploadId: parseTypeId('upl', name) ?? '', expiresAt: found.expiresAt }
    },
  }
}

function toSeconds(time: Date): string {
  return String(Math.floor(time.getTime() / 1000))
}

function readPath(path: string): { tenantId: Uuid; name: string } {
  const [, tenant = '', ...parts] = path.slice(1).split('/')
  return { tenantId: parseTypeId('ten', tenant) ?? '', name: parts.join('/') }
}
