/**
 * Builds the dashboard into dist/, unless it has been built from the same sources. `npm start` does this before it starts the service, and
 * with `--if-possible` goes on when it cannot: an installation without the development packages has the build that it came with.
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

/** Costs nothing while the sources stay as they are. */
export async function buildOnce(): Promise<void> {
  const stamp = await stampOfSources()
  if ((await readFile(join(dist, stampName), 'utf8').catch(() => '')) === stamp) return
  process.stdout.write('Building the dashboard, once for these sources…\n')
  const startedAt = performance.now()
  await buildDashboard(stamp)
  process.stdout.write(`Built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.\n\n`)
}

/** Builds beside dist/ and puts the result in its place, so that a service never reads half a build; of two builds at once the later stays. */
export async function buildDashboard(stamp: string): Promise<void> {
  // Whoever starts the build may have said otherwise, as test runners do, and would get React with its warnings: twice the size.
  process.env['NODE_ENV'] = 'production'
  const { build } = await import('vite').catch((error: unknown) => {
    throw new Error('its packages are missing; run: npm ci', { cause: error })
  })
  const fresh = `${dist}-${process.pid}`
  const old = `${dist}-old-${process.pid}`
  try {
    await build({ configFile: join(import.meta.dirname, 'vite.config.ts'), logLevel: 'warn', build: { outDir: fresh, emptyOutDir: true } })
    await compressFiles(fresh)
    await writeFile(join(fresh, stampName), stamp)
    await mkdir(dist, { recursive: true })
    await rename(dist, old)
    await rename(fresh, dist)
  } finally {
    await rm(fresh, { recursive: true, force: true })
    await rm(old, { recursive: true, force: true })
  }
}

/** A hash of everything that the build depends on. */
export async function stampOfSources(): Promise<string> {
  const below = async (directory: string): Promise<string[]> =>
    (await readdir(join(root, directory), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
  const files = [...(await below('dashboard/src')), ...(await below('dashboard/public')), ...(await below('client'))]
    .filter((file) => !/node_modules|\.test\.tsx?$/.test(file.slice(root.length)) && !file.includes(`${sep}client${sep}dist${sep}`))
    .concat(
      ['dashboard/index.html', 'dashboard/vite.config.ts', 'dashboard/build.ts', 'package-lock.json', 'server/kit/quoted-history.ts'].map(
        (name) => join(root, name),
      ),
    )
    .toSorted()
  const hash = createHash('sha256').update(process.version)
  for (const file of files) hash.update(`\0${file.slice(root.length)}\0`).update(await readFile(file))
  return hash.digest('hex')
}

/** Done once here, at the highest level, instead of by each service. */
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
