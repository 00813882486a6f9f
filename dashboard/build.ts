/**
 * Builds the dashboard into dist/, unless dist/ is up to date. `npm start` runs this before it starts the service. With `--if-possible`, a
 * failed build is not an error: an installation without development packages uses the build that it was shipped with.
 */
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const root = join(import.meta.dirname, '..')
const dist = join(import.meta.dirname, 'dist')
const stampName = '.sources'

if (import.meta.main) process.exit(await run(process.argv.slice(2)))

async function run(options: readonly string[]): Promise<number> {
  try {
    await buildOnce()
    return 0
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    process.stderr.write(`The dashboard cannot be built: ${reason}\n`)
    if (!options.includes('--if-possible')) return 1
    process.stderr.write(
      'The service starts without it, or with the one that was built before. See docs/guides/running-in-production.md.\n\n',
    )
    return 0
  }
}

/** Builds the dashboard if its sources have changed since the last build. */
export async function buildOnce(): Promise<void> {
  const stamp = await hashSources()
  if ((await readFile(join(dist, stampName), 'utf8').catch(() => '')) === stamp) return
  process.stdout.write('Building the dashboard, once for these sources…\n')
  const startedAt = performance.now()
  await buildDashboard(stamp)
  process.stdout.write(`Built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.\n\n`)
}

/**
 * Builds into a temporary directory and then renames it to dist/, so that a running service never reads a partial build. Of two parallel
 * builds, the later one wins.
 */
export async function buildDashboard(stamp: string): Promise<void> {
  // Test runners set NODE_ENV to "test", with which the build would contain React's development version, twice as large.
  process.env['NODE_ENV'] = 'production'
  const { build } = await import('vite').catch((error: unknown) => {
    throw new Error('its packages are missing; run: npm ci', { cause: error })
  })
  const newDirectory = `${dist}-${process.pid}`
  const oldDirectory = `${dist}-old-${process.pid}`
  try {
    await build({
      configFile: join(import.meta.dirname, 'vite.config.ts'),
      logLevel: 'warn',
      build: { outDir: newDirectory, emptyOutDir: true },
    })
    await compressFiles(newDirectory)
    await writeFile(join(newDirectory, stampName), stamp)
    await mkdir(dist, { recursive: true })
    await rename(dist, oldDirectory)
    await rename(newDirectory, dist)
  } finally {
    await rm(newDirectory, { recursive: true, force: true })
    await rm(oldDirectory, { recursive: true, force: true })
  }
}

/** Returns a hash of all files that the build depends on. */
export async function hashSources(): Promise<string> {
  const listFiles = async (directory: string): Promise<string[]> =>
    (await readdir(join(root, directory), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
  const files = [...(await listFiles('dashboard/src')), ...(await listFiles('dashboard/public')), ...(await listFiles('client'))]
    .filter((file) => !/node_modules|\.test\.tsx?$/.test(file.slice(root.length)) && !file.includes(`${sep}client${sep}dist${sep}`))
    .concat(['dashboard/index.html', 'dashboard/vite.config.ts', 'dashboard/build.ts', 'package-lock.json'].map((name) => join(root, name)))
    .toSorted()
  const hash = createHash('sha256').update(process.version)
  for (const file of files) hash.update(`\0${file.slice(root.length)}\0`).update(await readFile(file))
  return hash.digest('hex')
}

/** Compresses the files at the highest level, which would be too slow for each response of the service. */
async function compressFiles(directory: string): Promise<void> {
  const names = await readdir(directory, { recursive: true, encoding: 'utf8' })
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  for (const name of names.filter((each) => /\.(js|css|html|svg|json|txt|md)$/.test(each))) {
    const file = join(directory, name)
    const bytes = await readFile(file)
    await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params }))
    await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
  }
}
