/** Parses UPLOADS_URL, the location of the files. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export type S3Location = {
  kind: 's3'
  bucket: string
  /** Prefix of all object names: empty, or ending with a slash. */
  prefix: string
  region: string
  /** URL of an S3-compatible server other than Amazon's. The bucket is then in the request's path, not in its host. */
  endpoint: string | null
  /** Null when Amazon's library finds credentials itself (environment, profile, machine role). */
  credentials: { accessKeyId: string; secretAccessKey: string } | null
}
export type FileLocation = { kind: 'disk'; directory: string } | S3Location

/** Returns the directory for files when UPLOADS_URL is not set. For a bucket, incomplete files go there. */
export function getDefaultDirectory(dataDir: string): string {
  return join(dataDir, 'uploads')
}

/** Returns the location that UPLOADS_URL names, or the default. Adds a message to `wrong` when the value is invalid. */
export function getFileLocation(given: string | undefined, dataDir: string, wrong: string[]): FileLocation {
  const location = given === undefined ? null : readLocation(given)
  // The message omits the value, which may contain credentials.
  if (given !== undefined && location === null)
    wrong.push(
      'UPLOADS_URL must be file:///directory or s3://bucket/prefix?region=…&endpoint=…, with credentials as s3://KEY:SECRET@bucket.',
    )
  return location ?? { kind: 'disk', directory: getDefaultDirectory(dataDir) }
}

/**
 * Parses `file:///srv/files` or `s3://KEY:SECRET@bucket/prefix?region=eu-central-1&endpoint=https://…`, of which only the bucket is
 * required. Null for any other text.
 */
export function readLocation(text: string): FileLocation | null {
  const url = URL.parse(text)
  try {
    if (url?.protocol === 'file:' && url.host === '') return { kind: 'disk', directory: fileURLToPath(url) }
    if (url?.protocol === 's3:') return readBucket(url)
  } catch {
    // The path or the credentials contain an invalid percent-encoding.
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
