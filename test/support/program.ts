/**
 * The program in a few files, for the processes that tests start. Node reads them in a third of the processor time that the thousand files of
 * the sources and their packages take, and the suite starts a hundred processes.
 *
 * Outside of the test runner processes run the sources, as they do for users; within it, those that the commands of the README start do.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown, type RolldownOutput } from 'rolldown'

export const sources = fileURLToPath(new URL('../../server/main.ts', import.meta.url))
/** Below the packages, so that what is not bundled is found. */
const directory = fileURLToPath(new URL('../../node_modules/.cache/skein-test-programs', import.meta.url))
/** Holds the path of the program for the processes that the test runner starts; absent outside of it. */
const variable = 'SKEIN_TEST_PROGRAM'
const keptMs = 24 * 3_600_000

/** What Node is given to run. */
export function programPath(): string {
  return process.env[variable] ?? sources
}

/** Makes the program of this run. One of the same content stays where it is, because the cache of compiled code goes by path. */
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

/** Written beside its place and renamed, because another run may be making the same. */
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

/** Files that a module finds by its own address (migrations, pages of the site) are beside the sources. */
function withOwnUrls(code: string, id: string): string {
  return code
    .replaceAll('import.meta.url', () => JSON.stringify(pathToFileURL(id).href))
    .replaceAll('import.meta.dirname', () => JSON.stringify(dirname(id)))
}
