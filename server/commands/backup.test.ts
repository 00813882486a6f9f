import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTarget } from './backup-file.ts'
import { newId, toTypeId } from '#platform/ids.ts'
import { openDatabaseRelay } from '../../test/support/database-relay.ts'
import { programPath } from '../../test/support/program.ts'
import { emptyDatabase } from '../../test/support/test-database.ts'
import { createTestInstallation, type Ended, type TestInstallation } from '../../test/support/skein-process.ts'

const dir = mkdtempSync(join(tmpdir(), 'skein-backup-'))
const file = join(dir, 'backup.gz')
const installations: TestInstallation[] = []
/** Creates an installation. By default its database is empty, because a restore requires that. */
const createInstallation = async (options: Parameters<typeof createTestInstallation>[0] = { bare: true }): Promise<TestInstallation> => {
  installations.push(await createTestInstallation(options))
  return installations.at(-1) as TestInstallation
}
const getJson = ({ code, stdout, stderr }: Ended): Record<string, unknown> => {
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return JSON.parse(stdout) as Record<string, unknown>
}
const quiet = { LOG_LEVEL: 'warn' }

/** The path of a file in the store. */
const upload = `${toTypeId('ten', newId())}/${toTypeId('upl', newId())}`

let source: TestInstallation
let key = ''
let backedUp: Record<string, unknown> = {}
beforeAll(async () => {
  source = await createInstallation({})
  const made = await source.runHere([
    'tenant',
    'create',
    '--slug',
    'globex',
    '--name',
    'Globex',
    '--owner-email',
    'owner@globex.test',
    '--json',
  ])
  key = String(getJson(made).apiKey)
  mkdirSync(join(source.dataDir, 'uploads', upload, '..'), { recursive: true })
  writeFileSync(join(source.dataDir, 'uploads', upload), 'A file of a message')
  backedUp = getJson(await source.run(['backup', '--to', file, '--json'], quiet))
})
afterAll(async () => {
  await Promise.all(installations.map((one) => one.remove()))
  rmSync(dir, { recursive: true })
})

describe('a backup', () => {
  it('is a single file readable by its owner only, and leaves nothing else', async () => {
    expect(backedUp).toMatchObject({
      file,
      secretKeyIncluded: true,
      files: { count: 1, bytes: 19 },
      rows: { tenants: 1, api_keys: 1, threads: 0 },
    })
    expect(backedUp.bytes).toBe(statSync(file).size)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(dir)).toEqual(['backup.gz'])
    expect(source.postgresRuns()).toBe(false)
  })

  it('contains no API key in plain text, and the secret key only if requested', async () => {
    const secretKey = readFileSync(join(source.dataDir, 'secret-key'), 'utf8').trim()
    const without = join(dir, 'without.gz')
    const { code, stdout } = await source.runHere(['backup', '--to', without, '--without-secret-key'], quiet)
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/ rows in \d+ tables, .*without\.gz\nIt does not contain the secret key/),
    })
    const [whole, less] = [file, without].map((path) => gunzipSync(readFileSync(path)).toString())
    expect(whole).toContain(secretKey)
    expect(less).not.toContain(secretKey)
    expect(whole).not.toContain(key)
  })

  it('is refused with exit code 2 without a database, a valid target or a file name', async () => {
    const empty = await createInstallation({ empty: true })
    const [nowhere, unnamed, nothing, directory] = await Promise.all([
      source.runHere(['backup', '--to', join(dir, 'absent', 'b.gz')]),
      source.run(['backup']),
      empty.runHere(['backup', '--to', join(dir, 'nothing.gz')]),
      source.runHere(['backup', '--to', dir]),
    ])
    expect(nowhere).toMatchObject({ code: 2, stderr: expect.stringContaining('there is no directory') })
    expect(unnamed).toMatchObject({ code: 2, stderr: '--to must be given.\n' })
    expect(nothing).toMatchObject({ code: 2, stderr: expect.stringContaining('There is no database in ') })
    expect(directory).toMatchObject({ code: 2, stderr: expect.stringContaining('is a directory') })
    expect(readdirSync(dir).filter((name) => /nothing|unfinished/.test(name))).toEqual([])
  })

  it('reports a full disk', async () => {
    const child = spawn('sh', ['-c', '"$0" "$1" backup --to - > /dev/full', process.execPath, programPath()], {
      env: { PATH: process.env.PATH ?? '', DATA_DIR: source.dataDir, LOG_LEVEL: 'silent' },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let stderr = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
    const code = await new Promise((resolve) => child.once('close', resolve))
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('ENOSPC') })
  })

  it('that is aborted leaves the previous backup and nothing else', async () => {
    const kept = join(dir, 'kept.gz')
    writeFileSync(kept, 'the one before')
    const stop = new AbortController()
    const target = openTarget(kept, stop.signal)
    await target.write(Buffer.alloc(2_000_000))
    stop.abort()
    await expect(target.write(Buffer.alloc(1))).rejects.toThrow('Interrupted. No backup was written.')
    await target.abandon()
    expect(readFileSync(kept, 'utf8')).toBe('the one before')
    expect(readdirSync(dir).filter((name) => name.includes('unfinished'))).toEqual([])
  })
})

describe('an unfinished file left by a killed backup', () => {
  const directory = mkdtempSync(join(tmpdir(), 'skein-killed-'))
  const path = join(directory, 'backup.gz')
  const leftovers = (): string[] => readdirSync(directory).filter((name) => name.endsWith('.unfinished'))
  afterAll(() => rmSync(directory, { recursive: true }))

  /** Starts a backup and kills it while it writes. */
  async function kill(): Promise<void> {
    const script = `const { openTarget } = await import('./server/commands/backup-file.ts')
      await openTarget(${JSON.stringify(path)}, new AbortController().signal).write(Buffer.alloc(2_000_000))
      const { readdirSync } = await import('node:fs')
      const isOpen = () => readdirSync(${JSON.stringify(directory)}).some((name) => name.includes('-' + process.pid + '-'))
      while (!isOpen()) await new Promise((resolve) => setTimeout(resolve, 5))
      process.kill(process.pid, 'SIGKILL')`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' })
    expect(await new Promise((resolve) => child.once('close', (_, signal) => resolve(signal)))).toBe('SIGKILL')
  }

  it('is deleted by the next backup to the same directory', async () => {
    await kill()
    await kill()
    expect(leftovers(), 'the second backup removed the first one’s leftovers').toHaveLength(1)
    getJson(await source.runHere(['backup', '--to', path, '--json'], quiet))
    expect(readdirSync(directory)).toEqual(['backup.gz'])
  })

  it('is kept while in use, and when another file or machine may own it', async () => {
    const others = ['.other.gz.12345678-1-12345678.unfinished', '.backup.gz.00000000-1-12345678.unfinished', '.backup.gz.notes.unfinished']
    for (const name of others) writeFileSync(join(directory, name), '')
    const first = openTarget(path, new AbortController().signal)
    await first.write(Buffer.alloc(1_000))
    const second = openTarget(path, new AbortController().signal)
    await second.write(Buffer.alloc(1_000))
    // A stream creates its file a moment after it is opened.
    await expect.poll(leftovers).toHaveLength(others.length + 2)
    await first.finish()
    await second.abandon()
    expect(leftovers().toSorted()).toEqual(others.toSorted())
    const longAgo = new Date(Date.now() - 25 * 3_600_000)
    for (const name of others) utimesSync(join(directory, name), longAgo, longAgo)
    await openTarget(path, new AbortController().signal).abandon()
    expect(leftovers().toSorted()).toEqual(others.filter((name) => !name.startsWith('.backup.gz.0')).toSorted())
  })
})

describe('a restore', () => {
  it('into a new data directory brings back everything, and the service starts on it', async () => {
    const other = await createInstallation({ empty: true })
    const restored = getJson(await other.run(['restore', '--from', file, '--json'], quiet))
    expect(restored).toMatchObject({ rows: { tenants: 1, api_keys: 1 }, listPendingMigrations: [], secretKey: 'written' })
    expect(readFileSync(join(other.dataDir, 'secret-key'))).toEqual(readFileSync(join(source.dataDir, 'secret-key')))
    expect(readFileSync(join(other.dataDir, 'uploads', upload), 'utf8')).toBe('A file of a message')
    expect(readdirSync(other.dataDir).filter((name) => name.includes('before-restore'))).toEqual([])
    const service = await other.serve()
    const response = await fetch(`${service.url}/api/v1/me`, { headers: { Authorization: `Bearer ${key}` } })
    expect(response.status).toBe(200)
    expect(existsSync(join(other.dataDir, 'first-key')), 'it was not a first start').toBe(false)

    const again = await other.runHere(['restore', '--from', file])
    expect(again).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The database is not empty: .*tenants.* A restore overwrites nothing/),
    })
    expect((await fetch(`${service.url}/api/v1/me`, { headers: { Authorization: `Bearer ${key}` } })).status).toBe(200)
  })

  it('reads a pipe', async () => {
    const other = await createInstallation()
    const { child, ended } = other.start(['restore', '--from', '-', '--json'], quiet)
    expect(child.stdin, 'the test gives no input').toBeNull()
    expect((await ended).stderr).toContain('Standard input cannot be restored. It is truncated')
    const run = `"$0" "$1" backup --to - 2>/dev/null | DATA_DIR="$2" "$0" "$1" restore --from -`
    const piped = spawn('sh', ['-c', run, process.execPath, programPath(), other.dataDir], {
      env: { PATH: process.env.PATH ?? '', DATA_DIR: source.dataDir },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let stdout = ''
    piped.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
    await new Promise((resolve) => piped.once('close', resolve))
    expect(stdout).toMatch(/^Restored \d+ rows and 1 file in /)
  })

  it('fills the empty database of DATABASE_URL, which gives the same backup', async () => {
    const database = await emptyDatabase()
    const relay = await openDatabaseRelay(database.connection)
    const { user, port, database: name } = relay.connection
    const DATABASE_URL = `postgres://${user}@127.0.0.1:${port}/${name}`
    const other = await createInstallation({ empty: true })
    expect(getJson(await other.runHere(['restore', '--from', file, '--json'], { ...quiet, DATABASE_URL }))).toMatchObject({
      rows: { tenants: 1 },
      secretKey: 'written',
    })
    expect(readFileSync(join(other.dataDir, 'secret-key'))).toEqual(readFileSync(join(source.dataDir, 'secret-key')))
    const again = join(dir, 'again.gz')
    expect(getJson(await other.runHere(['backup', '--to', again, '--json'], { ...quiet, DATABASE_URL }))).toMatchObject({
      rows: { tenants: 1 },
    })
    expect(existsSync(join(other.dataDir, 'postgres')), 'no embedded database was made').toBe(false)
    const bodyOf = (path: string): string => gunzipSync(readFileSync(path)).toString().split('\n').slice(1, -2).join('\n')
    expect(bodyOf(again)).toBe(bodyOf(file))
    relay.close()
    await database.drop()
  })

  it('of a truncated file reports that and leaves the database empty for a retry', async () => {
    const torn = join(dir, 'torn.gz')
    writeFileSync(torn, readFileSync(file).subarray(0, -1))
    const other = await createInstallation()
    expect(await other.runHere(['restore', '--from', torn], quiet)).toEqual({
      code: 1,
      stdout: '',
      stderr: `${torn} cannot be restored. It is truncated: its end is missing. Nothing was restored.\n`,
    })
    expect(getJson(await other.runHere(['restore', '--from', file, '--json'], quiet))).toMatchObject({ rows: { tenants: 1 } })
  })

  it('keeps a copy of the old secret key, and accepts a lost key only with a flag', async () => {
    const without = join(dir, 'without.gz')
    const other = await createInstallation()
    const SECRET_KEY = 'another key that is known to everybody'
    const refusedBackup = await other.runHere(['restore', '--from', without], quiet)
    expect(refusedBackup).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/does not contain its secret key, and the one here is different/),
    })
    const refusedKey = await other.runHere(['restore', '--from', file], { ...quiet, SECRET_KEY })
    expect(refusedKey).toMatchObject({ code: 1, stderr: expect.stringMatching(/^SECRET_KEY is not the secret key of this backup/) })
    const own = readFileSync(join(other.dataDir, 'secret-key'), 'utf8')

    expect(getJson(await other.runHere(['restore', '--from', file, '--json'], quiet)).secretKey).toBe('written')
    const aside = readdirSync(other.dataDir).find((name) => name.includes('before-restore')) ?? ''
    expect(readFileSync(join(other.dataDir, aside), 'utf8')).toBe(own)

    const third = await createInstallation()
    const lost = await third.runHere(['restore', '--from', without, '--without-secret-key', '--json'], { ...quiet, SECRET_KEY })
    expect(getJson(lost)).toMatchObject({ secretKey: 'lost', rows: { tenants: 1 } })
  })

  it('without a file, or with one that does not exist, ends with exit code 2', async () => {
    const other = await createInstallation({ empty: true })
    expect(await other.runHere(['restore'])).toMatchObject({ code: 2, stderr: '--from must be given.\n' })
    expect(await other.runHere(['restore', '--from', join(dir, 'absent.gz')])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('there is no such file'),
    })
  })
})
