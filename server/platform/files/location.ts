/** Where files are kept: UPLOADS_URL. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export type S3Location = {
  kind: 's3'
  bucket: string
  /** What the names of all objects begin with: empty, or ending in a slash. */
  prefix: string
  region: string
  /** Of a server other than Amazon’s, whose buckets are then in the path. */
  endpoint: string | null
  /** Null: where Amazon’s library looks for them (environment, profile, role of the machine). */
  credentials: { accessKeyId: string; secretAccessKey: string } | null
}
export type FileLocation = { kind: 'disk'; directory: string } | S3Location

/** The directory below DATA_DIR that is used when UPLOADS_URL is not set, and for files that are still arriving. */
export function ownDirectory(dataDir: string): string {
  return join(dataDir, 'uploads')
}

/** What UPLOADS_URL says; a sentence in `wrong` when that cannot be read. */
export function fileLocation(given: string | undefined, dataDir: string, wrong: string[]): FileLocation {
  const location = given === undefined ? null : readLocation(given)
  // The value may hold credentials, so it is not shown.
  if (given !== undefined && location === null)
    wrong.push(
      'UPLOADS_URL must be file:///directory or s3://bucket/prefix?region=…&endpoint=…, with credentials as s3://KEY:SECRET@bucket.',
    )
  return location ?? { kind: 'disk', directory: ownDirectory(dataDir) }
}

/**
 * `file:///srv/files`, or `s3://bucket/prefix?region=eu-central-1`, for other servers with `&endpoint=https://…`, where needed with
 * credentials (`s3://KEY:SECRET@bucket`). Null when it is none of them.
 */
export function readLocation(text: string): FileLocation | null {
  const url = URL.parse(text)
  try {
    if (url?.protocol === 'file:' && url.host === '') return { kind: 'disk', directory: fileURLToPath(url) }
    if (url?.protocol === 's3:') return readBucket(url)
  } catch {
    // A percent sign that cannot be decoded.
  }
  return null
}

function readBucket(url: URL): S3Location | null {
  const known = new Set(['region', 'endpoint'])
  const endpoint = url.searchParams.get('endpoint')
  const path = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '')
  const [accessKeyId, secretAccessKey] = [decodeURIComponent(url.username), decodeURIComponent(url.password)]
  const isWrong =
    !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.hostname) ||
    url.port !== '' ||
    [...url.searchParams.keys()].some((name) => !known.has(name)) ||
    (accessKeyId === '') !== (secretAccessKey === '') ||
    (endpoint !== null && !['http:', 'https:'].includes(URL.parse(endpoint)?.protocol ?? ''))
  if (isWrong) return null
  return {
    kind: 's3',
    bucket: url.hostname,
    prefix: path === '' ? '' : `${path}/`,
    region: url.searchParams.get('region') ?? 'us-east-1',
    endpoint,
    credentials: accessKeyId === '' ? null : { accessKeyId, secretAccessKey },
  }
}
