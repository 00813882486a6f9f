/**
 * Builds the dashboard into dashboard/dist/ and the chat into widget/dist/, unless they are up to date. `npm start` runs this before it
 * starts the service. With `--if-possible`, a failed build is not an error: an installation without development packages uses the builds
 * that it was shipped with.
 */
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type * as Vite from 'vite'

const root = join(import.meta.dirname, '..')
const stampName = '.sources'

/** A build: a directory of the repository with the sources and, in dist/, the built files. */
type Build = {
  directory: 'dashboard' | 'widget'
  name: string
  sources: readonly string[]
  run: (vite: typeof Vite, outDir: string) => Promise<void>
}

const builds: readonly Build[] = [
  {
    directory: 'dashboard',
    name: 'the dashboard',
    sources: ['dashboard/src', 'dashboard/public', 'widget/shared', 'client'],
    async run({ build }, outDir) {
      await build({ configFile: join(root, 'dashboard/vite.config.ts'), logLevel: 'warn', build: { outDir, emptyOutDir: true } })
    },
  },
  {
    directory: 'widget',
    name: 'the chat',
    sources: ['widget/loader', 'widget/frame', 'widget/shared', 'client'],
    async run({ build }, outDir) {
      const { frame, loader } = await import('../widget/vite.config.ts')
      await build({ ...frame, build: { ...frame.build, outDir } })
      await build({ ...loader, build: { ...loader.build, outDir } })
    },
  },
]

if (import.meta.main) process.exit(await run(process.argv.slice(2)))

async function run(options: readonly string[]): Promise<number> {
  try {
    await buildOnce()
    return 0
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    process.stderr.write(`The dashboard or the chat cannot be built: ${reason}\n`)
    if (!options.includes('--if-possible')) return 1
    process.stderr.write(
      'The service starts without it, or with the one that was built before. See docs/guides/running-in-production.md.\n\n',
    )
    return 0
  }
}

/** Builds what has changed since the last build. */
export async function buildOnce(): Promise<void> {
  for (const build of builds) {
    const stamp = await hashSources(build)
    if ((await readFile(join(root, build.directory, 'dist', stampName), 'utf8').catch(() => '')) === stamp) continue
    process.stdout.write(`Building ${build.name}, once for these sources…\n`)
    const startedAt = performance.now()
    await runBuild(build, stamp)
    process.stdout.write(`Built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.\n\n`)
  }
}

/**
 * Builds into a temporary directory and then renames it to dist/, so that a running service never reads a partial build. Of two parallel
 * builds, the later one wins.
 */
async function runBuild({ directory, run: runVite }: Build, stamp: string): Promise<void> {
  // Test runners set NODE_ENV to "test", with which the build would contain React's development version, twice as large.
  process.env['NODE_ENV'] = 'production'
  const vite = await import('vite').catch((error: unknown) => {
    throw new Error('its packages are missing; run: npm ci', { cause: error })
  })
  const dist = join(root, directory, 'dist')
  const newDirectory = `${dist}-${process.pid}`
  const oldDirectory = `${dist}-old-${process.pid}`
  try {
    await runVite(vite, newDirectory)
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

/** Returns a hash of all files that a build depends on. */
async function hashSources({ directory, sources }: Build): Promise<string> {
  const listFiles = async (path: string): Promise<string[]> =>
    (await readdir(join(root, path), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
  const files = (await Promise.all(sources.map(listFiles)))
    .flat()
    .filter((file) => !/node_modules|\.test\.tsx?$/.test(file.slice(root.length)) && !file.includes(`${sep}client${sep}dist${sep}`))
    .concat([`${directory}/vite.config.ts`, 'dashboard/build.ts', 'package-lock.json'].map((name) => join(root, name)))
    .concat(directory === 'dashboard' ? [join(root, 'dashboard/index.html')] : [])
    .toSorted()
  const hash = createHash('sha256').update(process.version)
  for (const file of files) hash.update(`\0${file.slice(root.length)}\0`).update(await readFile(file))
  return hash.digest('hex')
}

/** Compresses the files at the highest level, which would be too slow for each response of the service. */
async function compressFiles(directory: string): Promise<void> {
  const names = await readdir(directory, { recursive: true, encoding: 'utf8' })
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  for (const name of names.filter((each) => /\.(js|css|html|svg|json|webmanifest|txt|md)$/.test(each))) {
    const file = join(directory, name)
    const bytes = await readFile(file)
    await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params }))
    await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
  }
}
