/**
 * Bundles the service into a few files for the processes that tests start. The suite starts about a hundred processes, and loading the
 * bundle takes Node a third of the CPU time of loading the thousand source files and their packages.
 *
 * Outside a test run, processes run from source, as they do for users. So do processes that a test starts with a command from the README.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown, type RolldownOutput } from 'rolldown'
import { ownUrls } from '../../tools/own-urls.ts'

export const sources = fileURLToPath(new URL('../../server/main.ts', import.meta.url))
/** Directory of the bundles. It is below node_modules, so that Node finds the packages that are not bundled. */
const cacheDirectory = fileURLToPath(new URL('../../node_modules/.cache/skein-test-programs', import.meta.url))
/** Environment variable with the bundle's path for processes of a test run. Unset outside a run. */
const pathVariable = 'SKEIN_TEST_PROGRAM'
const maxBundleAgeMs = 24 * 3_600_000

/** Returns the path of the main file that test processes run: the bundle, or the source file outside a test run. */
export function programPath(): string {
  return process.env[pathVariable] ?? sources
}

/** Bundles the service for this test run. A bundle with the same content keeps its path, because Node's compile cache is keyed by path. */
export async function bundleProgram(): Promise<void> {
  const { output } = await bundle()
  const hash = createHash('sha256')
  for (const { fileName, ...file } of output) hash.update(`${fileName}\n`).update('code' in file ? file.code : file.source)
  const bundlePath = join(cacheDirectory, hash.digest('hex').slice(0, 16))
  await mkdir(cacheDirectory, { recursive: true })
  if (!existsSync(bundlePath)) await writeBundle(bundlePath, output)
  await utimes(bundlePath, new Date(), new Date())
  await removeOldBundles()
  process.env[pathVariable] = join(bundlePath, 'main.mjs')
}

/** Writes to a temporary path and then renames it, because another test run may be writing the same bundle. */
async function writeBundle(bundlePath: string, output: RolldownOutput['output']): Promise<void> {
  const temporaryPath = await mkdtemp(`${bundlePath}.new-`)
  for (const file of output) await writeFile(join(temporaryPath, file.fileName), file.type === 'chunk' ? file.code : file.source)
  await rename(temporaryPath, bundlePath).catch(async (error: unknown) => {
    await rm(temporaryPath, { recursive: true, force: true })
    if (!existsSync(bundlePath)) throw error
  })
}

async function removeOldBundles(): Promise<void> {
  for (const name of await readdir(cacheDirectory)) {
    const path = join(cacheDirectory, name)
    const made = await stat(path).catch(() => null)
    if (made && made.mtimeMs < Date.now() - maxBundleAgeMs) await rm(path, { recursive: true, force: true })
  }
}

async function bundle(): Promise<RolldownOutput> {
  const build = await rolldown({
    input: sources,
    platform: 'node',
    plugins: [ownUrls({ url: (path) => JSON.stringify(pathToFileURL(path).href), dirname: (path) => JSON.stringify(path) })],
  })
  try {
    return await build.generate({ format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' })
  } finally {
    await build.close()
  }
}
