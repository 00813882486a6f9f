/**
 * Bundles the program into a few files, for the processes that tests start. Node loads them in a third of the CPU time that the thousand
 * source files and their packages take, and the suite starts a hundred processes.
 *
 * Outside a test run, processes run the sources, as they do for users. In a test run, so do the processes that the commands of the README
 * start.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown, type RolldownOutput } from 'rolldown'

export const sources = fileURLToPath(new URL('../../server/main.ts', import.meta.url))
/** The directory is below node_modules, so that packages that are not bundled are found. */
const directory = fileURLToPath(new URL('../../node_modules/.cache/skein-test-programs', import.meta.url))
/** The environment variable that contains the path of the program for the processes of the test run; absent outside a run. */
const variable = 'SKEIN_TEST_PROGRAM'
const keptMs = 24 * 3_600_000

/** Returns the path of the program that Node runs. */
export function programPath(): string {
  return process.env[variable] ?? sources
}

/** Bundles the program of this run. A bundle with the same content keeps its path, because the cache of compiled code is keyed by path. */
export async function makeProgram(): Promise<void> {
  const { output } = await bundle()
  const hash = createHash('sha256')
  for (const { fileName, ...file } of output) hash.update(`${fileName}\n`).update('code' in file ? file.code : file.source)
  const place = join(directory, hash.digest('hex').slice(0, 16))
  await mkdir(directory, { recursive: true })
  if (!existsSync(place)) await writeProgram(place, output)
  await utimes(place, new Date(), new Date())
  await removeOld()
  process.env[variable] = join(place, 'main.mjs')
}

/** Writes to a temporary path and renames, because another run may write the same program. */
async function writeProgram(place: string, output: RolldownOutput['output']): Promise<void> {
  const unfinished = await mkdtemp(`${place}.new-`)
  for (const file of output) await writeFile(join(unfinished, file.fileName), file.type === 'chunk' ? file.code : file.source)
  await rename(unfinished, place).catch(async (error: unknown) => {
    await rm(unfinished, { recursive: true, force: true })
    if (!existsSync(place)) throw error
  })
}

async function removeOld(): Promise<void> {
  for (const name of await readdir(directory)) {
    const path = join(directory, name)
    const made = await stat(path).catch(() => null)
    if (made && made.mtimeMs < Date.now() - keptMs) await rm(path, { recursive: true, force: true })
  }
}

async function bundle(): Promise<RolldownOutput> {
  const build = await rolldown({
    input: sources,
    platform: 'node',
    plugins: [{ name: 'own-urls', transform: { filter: { code: 'import.meta' }, handler: withOwnUrls } }],
  })
  try {
    return await build.generate({ format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' })
  } finally {
    await build.close()
  }
}

/**
 * Replaces `import.meta.url` of a module, because files that it finds by its own URL (migrations, pages of the site) are next to the
 * sources.
 */
function withOwnUrls(code: string, id: string): string {
  return code
    .replaceAll('import.meta.url', () => JSON.stringify(pathToFileURL(id).href))
    .replaceAll('import.meta.dirname', () => JSON.stringify(dirname(id)))
}
