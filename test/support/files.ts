/** Uploads files, follows links and inspects the store. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Upload } from '../../client/index.ts'
import { toTypeId } from '#platform/ids.ts'
import type { CallResponse } from './caller.ts'
import type { TestService, TestTenant } from './service.ts'

export const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64')
export const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')
export const zip = Buffer.from(
  'UEsDBAoAAAAAAAAAIQAAAAAAAAAAAAAAAAABAAAAYVBLAQIUAAoAAAAAAAAAIQAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAABhUEsFBgAAAAABAAEALwAAAB8AAAAAAA==',
  'base64',
)

export type TestFile = { bytes: Buffer | string; filename?: string; type?: string }

export async function postFile(
  tenant: TestTenant,
  { bytes, filename = 'notes.txt', type = 'text/plain' }: TestFile,
  options: { headers?: Record<string, string>; mayFail?: boolean } = {},
): Promise<CallResponse<Upload>> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(Buffer.from(bytes))], { type }), filename)
  const request = new Request('http://localhost', { method: 'POST', body: form })
  const raw = Buffer.from(await request.arrayBuffer())
  const headers = { 'content-type': request.headers.get('content-type') ?? '', ...options.headers }
  return tenant.api<Upload>('POST', '/uploads', { raw, headers, mayFail: options.mayFail })
}

export async function uploadFile(tenant: TestTenant, file: TestFile): Promise<Upload & { url: string }> {
  const upload = (await postFile(tenant, file)).body.data
  if (upload.url === null) throw new Error(`The upload ${upload.id} is ${upload.state} and has no URL`)
  return { ...upload, url: upload.url }
}

/** Requests a file URL as a reader does. Replaces the port with the port of the test's service. */
export function requestLink(service: TestService, url: string | null, init?: RequestInit): Promise<Response> {
  return fetch((url ?? '').replace('http://localhost', service.baseUrl), init)
}

/** Lists partial uploads. */
export function listUnfinishedFiles({ config }: TestService): Promise<string[]> {
  return readdir(join(config.dataDir, 'uploads', 'unfinished')).catch(() => [])
}

/** Lists the stored files of a tenant. */
export function listStoredFiles({ config }: TestService, { tenantId }: TestTenant): Promise<string[]> {
  return readdir(join(config.dataDir, 'uploads', toTypeId('ten', tenantId))).catch(() => [])
}

/** Returns the files section of the tenant's system health. */
export async function readStorageUsage(tenant: TestTenant): Promise<string> {
  const { body } = await tenant.api<{ component: string; detail: string }[]>('GET', '/system-health')
  return body.data.find(({ component }) => component === 'storage')?.detail ?? ''
}
