/** Stores files in a bucket of Amazon S3 or an S3-compatible server. */
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import type * as library from '@aws-sdk/client-s3'
import { databaseNow } from '../database-now.ts'
import { ApiError, systemUnavailable } from '../errors.ts'
import { storageFull } from './errors.ts'
import type { StoreDriver } from './store-driver.ts'
import type { S3Location } from './location.ts'

type Opened = { library: typeof library; client: library.S3Client }

/** Maximum number of objects that S3 accepts in a delete request. */
const batchSize = 1_000
const maxPutAttempts = 3

export function createS3Driver(location: S3Location): StoreDriver {
  const { bucket: Bucket, prefix } = location
  let opened: Promise<Opened> | null = null
  /** Runs `use` with the client. Loads the library, which is large, on first use. */
  const s3 = <Result>(use: (s3: Opened) => Promise<Result>): Promise<Result> =>
    (opened ??= openClient(location)).then(use).catch((error) => {
      throw toApiError(error)
    })
  const object = (path: string) => ({ Bucket, Key: prefix + path })
  const remove = async (keys: readonly string[]): Promise<void> => {
    for (let i = 0; i < keys.length; i += batchSize) {
      const Objects = keys.slice(i, i + batchSize).map((Key) => ({ Key }))
      await s3(async ({ client, library }) => {
        const { Errors = [] } = await client.send(new library.DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }))
        if (Errors.length > 0) throw new Error(`${Errors.length} objects were not deleted: ${Errors[0]?.Code}`)
      })
    }
  }
  const sizeOf = (path: string): Promise<number | null> =>
    s3(async ({ client, library }) => {
      const found = await client.send(new library.HeadObjectCommand(object(path))).catch(ifMissing)
      return found ? (found.ContentLength ?? 0) : null
    })
  const read: StoreDriver['read'] = (path, range) =>
    s3(async ({ client, library }) => {
      const Range = range ? { Range: `bytes=${range.from}-${range.to}` } : {}
      const found = await client.send(new library.GetObjectCommand({ ...object(path), ...Range })).catch(ifMissing)
      if (!found?.Body) return null
      const size = Number(/\/(\d+)$/.exec(found.ContentRange ?? '')?.[1] ?? found.ContentLength ?? 0)
      // Safe because the library returns a Node stream in Node.
      return { size, bytes: found.Body as Readable }
    })
  return {
    kind: 's3',
    sizeOf,
    keep: ({ path: from, size, sha256 }, path) =>
      s3(async ({ client, library }) => {
        for (let attempt = 1; ; attempt++) {
          const Body = createReadStream(from)
          try {
            // S3 rejects the object unless it is complete and has this checksum.
            const ChecksumSHA256 = Buffer.from(sha256, 'hex').toString('base64')
            await client.send(new library.PutObjectCommand({ ...object(path), Body, ContentLength: size, ChecksumSHA256 }))
            return { isMoved: false }
          } catch (error) {
            // The library does not retry requests whose body is a stream.
            if (attempt === maxPutAttempts || !isTransient(error)) throw error
          } finally {
            Body.destroy()
          }
        }
      }),
    read,
    async readWhole(path) {
      const found = await read(path)
      return found && joinChunks(found)
    },
    remove: (paths) => remove(paths.map((path) => prefix + path)),
    async removeBelow(path) {
      let count = 0
      for (;;) {
        const keys = await s3(async ({ client, library }) => {
          const page = await client.send(new library.ListObjectsV2Command({ Bucket, Prefix: `${prefix}${path}/`, MaxKeys: batchSize }))
          return (page.Contents ?? []).flatMap(({ Key }) => (Key === undefined ? [] : [Key]))
        })
        if (keys.length === 0) return count
        await remove(keys)
        count += keys.length
      }
    },
    directUpload: (path, { size, contentType, sha256, expiresAt }) =>
      s3(async ({ client, library }) => {
        const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner')
        const checksum = sha256 === null ? {} : { ChecksumSHA256: Buffer.from(sha256, 'hex').toString('base64') }
        const command = new library.PutObjectCommand({ ...object(path), ContentType: contentType, ContentLength: size, ...checksum })
        const now = databaseNow()
        const url = await getSignedUrl(client, command, {
          signingDate: new Date(now),
          expiresIn: Math.max(1, Math.floor((expiresAt.getTime() - now) / 1000)),
          // Signed as headers, so that the store rejects any other size, type or checksum.
          signableHeaders: new Set(['host', 'content-type', 'content-length', 'x-amz-checksum-sha256']),
          unhoistableHeaders: new Set(['x-amz-checksum-sha256']),
        })
        const sent = sha256 === null ? {} : { 'x-amz-checksum-sha256': Buffer.from(sha256, 'hex').toString('base64') }
        return { url, headers: { 'Content-Type': contentType, 'Content-Length': String(size), ...sent } }
      }),
    all: () => null,
    async free() {
      await s3(({ client, library }) => client.send(new library.HeadBucketCommand({ Bucket })))
      return null
    },
  }
}

/** Copies the chunks into one buffer as they arrive, so that the file is not in memory twice. */
async function joinChunks({ size, bytes }: { size: number; bytes: Readable }): Promise<Buffer> {
  const whole = Buffer.allocUnsafeSlow(size)
  let end = 0
  for await (const chunk of bytes) {
    // Safe because the stream has no encoding.
    end += (chunk as Buffer).copy(whole, end)
  }
  return whole.subarray(0, end)
}

async function openClient({ region, endpoint, credentials }: S3Location): Promise<Opened> {
  const loaded = await import('@aws-sdk/client-s3')
  const client = new loaded.S3Client({
    region,
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    ...(credentials ? { credentials } : {}),
    // Silence the library's logger: the library also throws its errors, and the caller logs them.
    logger: { trace() {}, debug() {}, info() {}, warn() {}, error() {} },
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 20_000 },
    // We send checksums ourselves. Several S3-compatible servers reject the library's checksum, which is a trailer.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  return { library: loaded, client }
}

/** The properties of the library’s errors that this file uses. */
type S3Error = { name?: string; code?: string; $metadata?: { httpStatusCode?: number } }

function ifMissing(error: S3Error): null {
  if (error.name !== 'NoSuchBucket' && (error.name === 'NoSuchKey' || error.$metadata?.httpStatusCode === 404)) return null
  throw error
}

/** True when a retry may succeed, because the server was unreachable or had an internal error. */
function isTransient(error: unknown): boolean {
  // Safe because all its properties are optional.
  const { $metadata } = error as S3Error
  const status = $metadata?.httpStatusCode
  return status === undefined || status === 429 || (status >= 500 && status !== 507)
}

function toApiError(error: unknown): unknown {
  if (error instanceof ApiError) return error
  // Safe because all its properties are optional.
  const { name = '', $metadata } = error as S3Error
  if ($metadata?.httpStatusCode === 507 || /QuotaExceeded|StorageFull|EntityTooLarge/.test(name))
    return new ApiError(storageFull, { cause: error })
  return new ApiError(systemUnavailable, { message: 'The store of files does not respond.', cause: error })
}
