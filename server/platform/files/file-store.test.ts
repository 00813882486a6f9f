/** The same guarantees for a disk and an S3 bucket: a file is complete or absent, and belongs to one tenant. */
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, open, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setImmediate as immediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ApiError } from '../errors.ts'
import { newId } from '../ids.ts'
import { startS3Server, type S3Server } from '../../../test/support/s3-server.ts'
import { storageFull } from './errors.ts'
import { FileTooLarge, getFileStore, type FileKey, type FileStore } from './file-store.ts'
import { readLocation, type FileLocation } from './location.ts'
import { UnfinishedFiles, writeAll } from './unfinished.ts'

let s3: S3Server
let dataDir: string
beforeAll(async () => {
  s3 = await startS3Server()
  dataDir = await mkdtemp(join(tmpdir(), 'skein-files-'))
})
afterAll(async () => {
  await s3.stop()
  await rm(dataDir, { recursive: true })
})

const disk = (): FileLocation => ({ kind: 'disk', directory: join(dataDir, 'disk') })
const storeAt = (location: FileLocation, { reserveBytes = 0 } = {}): FileStore =>
  getFileStore({ dataDir, uploads: { location, reserveBytes } })
const unfinished = (kind: FileStore['kind']): Promise<string[]> =>
  readdir(join(dataDir, kind === 'disk' ? 'disk' : 'uploads', 'unfinished'))
const findContent = async (store: FileStore, key: FileKey, range?: { from: number; to: number }): Promise<Buffer | null> => {
  const found = await store.read(key, range)
  return found && buffer(found.bytes)
}
const keyOf = (name: string, tenantId = newId()): FileKey => ({ tenantId, name })

describe.each([
  ['on a disk', disk],
  ['in an S3 bucket', (): FileLocation => s3.location],
])('files %s', (_, locate) => {
  let store: FileStore
  beforeAll(() => {
    store = storeAt(locate())
  })

  it('are read back as written, whole or in part, and leave no unfinished files', async () => {
    const key = keyOf('exports/prv_1.zip')
    const content = randomBytes(700_000)
    const written = await store.write(key, Readable.from([content.subarray(0, 3), content.subarray(3, 400_000), content.subarray(400_000)]))
    expect(written).toEqual({ size: 700_000, sha256: createHash('sha256').update(content).digest('hex') })
    expect((await findContent(store, key))?.equals(content)).toBe(true)
    const whole = await store.readWhole(key)
    expect([whole?.equals(content), whole?.buffer.byteLength, await store.readWhole(keyOf('none'))]).toEqual([true, 700_000, null])
    expect(await findContent(store, key, { from: 2, to: 5 })).toEqual(content.subarray(2, 6))
    expect([
      await store.sizeOf(key),
      (await store.read(key, { from: 0, to: 1 }).then((found) => found?.bytes.destroy() && found))?.size,
    ]).toEqual([700_000, 700_000])
    expect(await unfinished(store.kind)).toEqual([])
  })

  it('can be written at the same time, even the first ones', async () => {
    const fresh = storeAt(store.kind === 'disk' ? { kind: 'disk', directory: join(dataDir, 'fresh') } : locate())
    const keys = ['a', 'b', 'c', 'd'].map((name) => keyOf(name))
    await Promise.all(keys.map((key) => fresh.write(key, Readable.from([Buffer.from(key.name)]))))
    expect(await Promise.all(keys.map(async (key) => String(await findContent(fresh, key))))).toEqual(['a', 'b', 'c', 'd'])
  })

  it('are replaced as a whole, even by empty ones', async () => {
    const key = keyOf('a')
    await store.write(key, Readable.from([Buffer.from('long content')]))
    await store.write(key, Readable.from([]))
    expect([await findContent(store, key), await store.sizeOf(key)]).toEqual([Buffer.alloc(0), 0])
  })

  it('that are too large or end too early are not stored, and the old file stays', async () => {
    const key = keyOf('a')
    await store.write(key, Readable.from([Buffer.from('before')]))
    await expect(store.write(key, Readable.from([Buffer.alloc(6), Buffer.alloc(5)]), { maxSize: 10 })).rejects.toThrow(FileTooLarge)
    const torn = async function* () {
      yield Buffer.from('half')
      throw new Error('connection reset')
    }
    await expect(store.write(key, torn())).rejects.toThrow('connection reset')
    expect(String(await findContent(store, key))).toBe('before')
    expect(await unfinished(store.kind)).toEqual([])
  })

  it('that do not exist are null, and deleting them does nothing', async () => {
    const key = keyOf('absent')
    expect([await store.read(key), await store.sizeOf(key)]).toEqual([null, null])
    await store.remove([key])
    expect(await store.removeTenant(key.tenantId)).toBe(0)
  })

  it('are deleted by key and by tenant without affecting other tenants', async () => {
    const [mine, others] = [newId(), newId()]
    for (const name of ['a', 'b', 'exports/c.zip']) await store.write(keyOf(name, mine), Readable.from([Buffer.from(name)]))
    await store.write(keyOf('a', others), Readable.from([Buffer.from('theirs')]))
    await store.remove([keyOf('a', mine), keyOf('none', mine)])
    expect([await store.sizeOf(keyOf('a', mine)), await store.sizeOf(keyOf('b', mine))]).toEqual([null, 1])
    expect(await store.removeTenant(mine)).toBe(2)
    expect([await store.sizeOf(keyOf('b', mine)), await store.sizeOf(keyOf('a', others))]).toEqual([null, 6])
  })

  it('have names that cannot leave the directory', async () => {
    for (const name of ['../a', 'a/../b', '/a', '', '.a', 'A', 'a//b', 'a/.', 'a\0b'])
      await expect(store.write(keyOf(name), Readable.from([]))).rejects.toThrow('Malformed name')
  })

  it('are refused with 507 when they would use up the reserved disk space', async () => {
    const full = storeAt(locate(), { reserveBytes: Number.MAX_SAFE_INTEGER })
    const refused = await full.write(keyOf('a'), Readable.from([Buffer.from('a')])).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(ApiError)
    expect(refused).toMatchObject({ declaration: storageFull })
  })

  it('report how much space is free', async () => {
    const free = await store.free()
    expect(store.kind === 's3' ? free === null : Number(free) > 0).toBe(true)
  })
})

describe('files that arrive at once', () => {
  const mebibyte = 1_048_576
  /** A disk with 100 MiB free, 20 of which are the reserve. `start` returns when the file was admitted or refused. */
  beforeAll(() => mkdir(join(dataDir, 'at-once', 'unfinished'), { recursive: true }))
  const openDisk = () => {
    let used = 0
    let asked = Promise.withResolvers<void>()
    const files = new UnfinishedFiles(join(dataDir, 'at-once'), 20 * mebibyte, async () => {
      asked.resolve()
      return 100 * mebibyte - used
    })
    const start = async (options: { maxSize?: number; expectedBytes?: number } = {}) => {
      const { maxSize = 30 * mebibyte, expectedBytes = maxSize } = options
      asked = Promise.withResolvers()
      const pieces = new PassThrough({ highWaterMark: mebibyte })
      const received = files.receive(pieces, maxSize, expectedBytes)
      received.catch(() => {})
      await asked.promise
      await immediate()
      return {
        received,
        async send(count: number) {
          for (let i = 0; i < count; i++) {
            used += mebibyte
            if (!pieces.write(Buffer.alloc(mebibyte))) await once(pieces, 'drain')
          }
        },
        async finish() {
          pieces.end()
          await (await received).discard()
        },
        tear: () => pieces.destroy(new Error('connection reset')),
      }
    }
    return { start }
  }
  const isRefused = ({ received }: { received: Promise<unknown> }): Promise<void> =>
    expect(received).rejects.toMatchObject({ declaration: storageFull })

  it('reserve free space before the first byte, and release what they do not use', async () => {
    const { start } = openDisk()
    const first = await start()
    const second = await start()
    await isRefused(await start())
    await first.send(2)
    await isRefused(await start())
    first.tear()
    await expect(first.received).rejects.toThrow('connection reset')
    // 98 MiB are free, of which the second file needs 30.
    const fourth = await start()
    await isRefused(await start({ maxSize: 19 * mebibyte }))
    await second.finish()
    await fourth.finish()
  })

  it('reserve at most their announced or allowed size, and count written bytes once', async () => {
    const { start } = openDisk()
    const large = await start({ expectedBytes: 60 * mebibyte })
    const small = await start({ expectedBytes: 10 })
    await large.send(25)
    const other = await start({ maxSize: 45 * mebibyte })
    for (const file of [large, small, other]) await file.finish()
  })
})

it('a disk that fills up during an upload is an error, not the end of the file', async () => {
  const full = await open('/dev/full', 'w')
  const bytes = (async function* () {
    yield Buffer.from('content')
  })()
  await expect(writeAll(full, bytes, 100)).rejects.toMatchObject({ code: 'ENOSPC' })
  await full.close()
  const short = { writev: async () => ({ bytesWritten: 3 }) }
  await expect(writeAll(short, Readable.from([Buffer.from('content')]), 100)).rejects.toMatchObject({ code: 'ENOSPC' })
})

it('the next process deletes what a killed process left, but no file in progress', async () => {
  const directory = join(dataDir, 'swept')
  const left = join(directory, 'unfinished')
  await mkdir(left, { recursive: true })
  const host = hostname().replaceAll(/[^\w-]/g, '')
  // No process has an id this high. For files of another machine's processes only the age counts.
  const names = {
    dead: `${host}.999999999.aa.1`,
    reused: `${host}.${process.pid}.aa.1`,
    old: 'elsewhere.1.aa.1',
    young: 'elsewhere.1.aa.2',
  }
  for (const name of Object.values(names)) await writeFile(join(left, name), 'half')
  await utimes(join(left, names.old), 0, 0)
  await storeAt({ kind: 'disk', directory }).write(keyOf('a'), Readable.from([]))
  expect(await readdir(left)).toEqual([names.young])
})

it('an S3 bucket that cannot be reached or used is 503, never a crash', async () => {
  for (const other of [
    { endpoint: 'http://127.0.0.1:1' },
    { bucket: 'another-bucket' },
    { credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'wrong' } },
  ]) {
    const away = storeAt({ ...s3.location, ...other })
    const key = keyOf('a')
    for (const attempt of [
      () => away.read(key),
      () => away.write(key, Readable.from([])),
      () => away.free(),
      () => away.removeTenant(key.tenantId),
    ])
      await expect(attempt(), JSON.stringify(other)).rejects.toMatchObject({ declaration: { status: 503 } })
  }
})

it('a direct upload to S3 accepts only the announced key, size, type and checksum', async () => {
  const store = storeAt(s3.location)
  const key = keyOf('pending/upl_1')
  const content = Buffer.from('exactly this')
  const sha256 = createHash('sha256').update(content).digest('hex')
  const direct = await store.directUpload(key, {
    size: content.length,
    contentType: 'text/plain',
    sha256,
    expiresAt: new Date(Date.now() + 60_000),
  })
  if (!direct) throw new Error('S3 takes direct uploads')
  const put = async (body: Buffer, headers = direct.headers): Promise<number> =>
    (await fetch(direct.url, { method: 'PUT', headers, body: new Uint8Array(body) })).status
  expect(await put(Buffer.from('something longer'), { ...direct.headers, 'Content-Length': '16' })).toBe(403)
  expect(await put(content, { ...direct.headers, 'Content-Type': 'text/html' })).toBe(403)
  expect(await put(content, { ...direct.headers, 'x-amz-checksum-sha256': 'AAAA' })).toBe(403)
  expect(await store.sizeOf(key)).toBe(null)
  expect(await put(content)).toBe(200)
  expect(String(await findContent(store, key))).toBe('exactly this')
})

it('UPLOADS_URL names a directory or a bucket, and nothing else', () => {
  expect(readLocation('file:///srv/my%20files')).toEqual({ kind: 'disk', directory: '/srv/my files' })
  expect(readLocation('s3://files?region=eu-central-1')).toEqual({
    kind: 's3',
    bucket: 'files',
    prefix: '',
    region: 'eu-central-1',
    endpoint: null,
    credentials: null,
  })
  expect(readLocation('s3://id:se%2Fcret@files/a/b/?endpoint=https://minio.example:9000')).toMatchObject({
    prefix: 'a/b/',
    endpoint: 'https://minio.example:9000',
    credentials: { accessKeyId: 'id', secretAccessKey: 'se/cret' },
  })
  for (const wrong of [
    'files',
    'https://x',
    'file://host/a',
    's3://',
    's3://id@files',
    's3://files?reg=x',
    's3://files?endpoint=x',
    's3://a%ZZ@files',
  ])
    expect(readLocation(wrong), wrong).toBeNull()
})
