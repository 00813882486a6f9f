/** Finds a running service and a key, for commands that use the public API. */
import { readFileSync } from 'node:fs'
import { readApiKey } from '../config.ts'
import type { Scope } from '#platform/principal.ts'
import { secondsPerDay } from '../resources/api-keys/index.ts'
import { UsageError, type CommandContext } from './command.ts'
import { openServiceDatabase } from './open-database.ts'
import { makeOperatorKey, revokeOperatorKey, type OperatorKey } from './operator-key.ts'

/** Parses the origin in `--url`. Throws UsageError. */
export function readServiceUrl(text: string): string {
  const url = URL.parse(text)
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new UsageError(`--url must be the address of a service, such as http://localhost:3000, not "${text}".`)
  return url.origin
}

/** Reads the key in `--key-file` or SKEIN_API_KEY; null when neither is given. Throws UsageError. */
export function readGivenKey(file: string | undefined): string | null {
  if (file === undefined) return readApiKey()
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new UsageError(`--key-file cannot be read: ${(error as Error).message}`)
  }
}

export async function isServiceAt(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(3_000) })
    const health: unknown = await response.json()
    return response.ok && typeof health === 'object' && health !== null && 'status' in health
  } catch {
    return false
  }
}

/** Runs `work` with a temporary key of the tenant `slug`. The key is revoked however `work` ends, and expires within a day. */
export async function withTemporaryKey<Result>(
  slug: string,
  request: { name: string; scopes: Scope[] },
  context: CommandContext,
  work: (key: string) => Promise<Result>,
): Promise<Result> {
  const made = await atDatabase(context, (db) => makeOperatorKey(db, context.config, slug, { ...request, lifeSeconds: secondsPerDay }))
  try {
    return await work(made.key)
  } finally {
    await atDatabase(context, (db) => revokeOperatorKey(db, made)).catch((error: Error) => explainKey(made, error))
  }
}

type Db = Awaited<ReturnType<typeof openServiceDatabase>>['db']

/** Opens the database for `use` only, because the rest of the command may take hours. */
export async function atDatabase<Result>({ config, log }: CommandContext, use: (db: Db) => Promise<Result>): Promise<Result> {
  const { db, close } = await openServiceDatabase(config, log, 'command')
  try {
    return await use(db)
  } finally {
    await close()
  }
}

function explainKey({ id }: OperatorKey, { message }: Error): void {
  process.stderr.write(`The API key ${id} could not be revoked (${message}); it expires within a day.\n`)
}
