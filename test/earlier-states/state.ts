/**
 * Databases of earlier versions, with the requests that filled them. `make.ts` creates them; `earlier-states.test.ts` upgrades and reads
 * them. A state has two files, compressed by Brotli: `NAME.backup.br`, a backup without its own compression, and `NAME.requests.json.br`.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'

/** A request that took effect in the earlier version, and its response. */
export type SentRequest = {
  operationId: string
  method: string
  path: string
  body?: unknown
  idempotencyKey: string
  /** User whose access token was sent; null for the tenant's API key, and for anonymous operations. */
  userId: string | null
  status: number
  text: string
}

export type StateFacts = {
  /** Commit that created the data. */
  commit: string
  tenantSlug: string
  /** API key of the requests. */
  apiKey: string
  requests: SentRequest[]
}

const directory = new URL('states/', import.meta.url)
const backupEnding = '.backup.br'
/** Secret key of the data, which decrypts its encrypted values. */
export const secretKey = 'a key that is known to everybody, for tests'

/**
 * States, oldest first. They are named after commits or releases, so their names do not sort. The first has all migrations that
 * migrations/0001_baseline.sql replaced: this version can upgrade no older one.
 */
const states: readonly string[] = ['2d56ed99']

/** Returns the names, oldest first. Throws when a file is not in the list. */
export function stateNames(): readonly string[] {
  const files = readdirSync(directory).flatMap((file) => (file.endsWith(backupEnding) ? [file.slice(0, -backupEnding.length)] : []))
  const unlisted = files.filter((name) => !states.includes(name))
  if (unlisted.length > 0) throw new Error(`Add ${unlisted.join(', ')} to the list of states in test/earlier-states/state.ts`)
  return states
}

const backupFile = (name: string): URL => new URL(name + backupEnding, directory)
const factsFile = (name: string): URL => new URL(`${name}.requests.json.br`, directory)

export function readBackup(name: string): Buffer {
  return brotliDecompressSync(readFileSync(backupFile(name)))
}

export function readFacts(name: string): StateFacts {
  // Safe because only `writeState` writes these files.
  return JSON.parse(brotliDecompressSync(readFileSync(factsFile(name))).toString('utf8')) as StateFacts
}

export function writeState(name: string, facts: StateFacts, backup: Buffer): void {
  writeFileSync(factsFile(name), compressed(Buffer.from(JSON.stringify(facts))))
  writeFileSync(backupFile(name), compressed(backup))
}

/** Compress with a window of 16 MiB, which finds repetitions that gzip's 32 KiB miss: the files are half as large. */
function compressed(bytes: Buffer): Buffer {
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } })
}
