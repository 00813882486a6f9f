/**
 * Signed URLs of files. They say everything that is needed to serve a file, so that serving one asks no database, and work for whoever has
 * one until they expire.
 */
import { createHmac, createSecretKey } from 'node:crypto'
import { parseTypeId, toTypeId, type Uuid } from '../ids.ts'
import { sameBytes, type Secrets } from '../secrets.ts'
import type { FileKey } from './shelf.ts'

/** Where files are served, below BASE_URL. */
export const filesPath = '/files'

/** What a link lets its owner read, and under which name and type it is served. */
export type ReadLink = { key: FileKey; filename: string; contentType: string; expiresAt: Date }
/** What a link lets its owner send with PUT, once. */
export type WriteLink = { tenantId: Uuid; uploadId: Uuid; expiresAt: Date }

export type FileLinks = {
  /** Makes links to one tenant’s files. */
  of(tenantId: Uuid): PresentLinks
  /** The link of a request’s URL; null when its signature is wrong, `'expired'` when it was right. */
  openRead(url: string): ReadLink | 'expired' | null
  openWrite(url: string): WriteLink | 'expired' | null
}

/** Makes the URLs in an answer. */
export type PresentLinks = {
  read(file: { name: string; filename: string; contentType: string }, expiresAt: Date): string
  write(uploadId: Uuid, expiresAt: Date): string
}

export function createFileLinks(baseUrl: URL, secrets: Pick<Secrets, 'derive'>): FileLinks {
  const signingKey = createSecretKey(secrets.derive('links of files'))
  const signatureOf = (method: 'GET' | 'PUT', target: string): Buffer =>
    createHmac('sha256', signingKey).update(`${method} ${target}`).digest()
  const base = baseUrl.href.replace(/\/$/, '')
  const sign = (method: 'GET' | 'PUT', path: string, parameters: Record<string, string>): string => {
    const target = `${path}?${new URLSearchParams(parameters)}`
    return `${base}${target}&signature=${signatureOf(method, target).toString('base64url')}`
  }
  /** The path, and the parameters, of a URL that was signed here for this method. */
  const open = (method: 'GET' | 'PUT', url: string): { path: string; parameters: URLSearchParams; expiresAt: Date } | 'expired' | null => {
    const [, target = '', signature = ''] = /^(.*)&signature=([\w-]{43})$/.exec(url) ?? []
    if (!sameBytes(signatureOf(method, target), Buffer.from(signature, 'base64url'))) return null
    const [path = '', query = ''] = target.split('?')
    const parameters = new URLSearchParams(query)
    const expiresAt = new Date(Number(parameters.get('expires')) * 1000)
    return expiresAt.getTime() < Date.now() ? 'expired' : { path, parameters, expiresAt }
  }
  return {
    of: (tenantId) => ({
      read({ name, filename, contentType }, expiresAt) {
        const path = `${filesPath}/${toTypeId('ten', tenantId)}/${name}`
        return sign('GET', path, { filename, type: contentType, expires: secondsOf(expiresAt) })
      },
      write: (uploadId, expiresAt) =>
        sign('PUT', `${filesPath}/${toTypeId('ten', tenantId)}/${toTypeId('upl', uploadId)}`, { expires: secondsOf(expiresAt) }),
    }),
    openRead(url) {
      const found = open('GET', url)
      if (found === null || found === 'expired') return found
      const { tenantId, name } = named(found.path)
      const [filename, contentType] = [found.parameters.get('filename') ?? '', found.parameters.get('type') ?? '']
      return { key: { tenantId, name }, filename, contentType, expiresAt: found.expiresAt }
    },
    openWrite(url) {
      const found = open('PUT', url)
      if (found === null || found === 'expired') return found
      const { tenantId, name } = named(found.path)
      return { tenantId, uploadId: parseTypeId('upl', name) ?? '', expiresAt: found.expiresAt }
    },
  }
}

function secondsOf(time: Date): string {
  return String(Math.floor(time.getTime() / 1000))
}

function named(path: string): { tenantId: Uuid; name: string } {
  const [, tenant = '', ...parts] = path.slice(1).split('/')
  return { tenantId: parseTypeId('ten', tenant) ?? '', name: parts.join('/') }
}
