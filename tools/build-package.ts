/**
 * Builds dist/, the content of the npm package. `npm pack` runs this.
 *
 * The package contains JavaScript, because Node refuses to run TypeScript below node_modules. The modules are bundled into about eighty files,
 * which Node loads with less than half of the CPU time. dist/ otherwise has the layout of the repository: each module finds its files as if
 * it were in its own directory.
 */
import { copyFileSync, cpSync, globSync, mkdirSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { rolldown } from 'rolldown'
import { buildOnce } from '../dashboard/build.ts'
import { ownUrls } from './own-urls.ts'

const root = join(import.meta.dirname, '..')
const server = join(root, 'server')
/** Entry points of worker threads, which need separate files. */
const threads = ['resources/inbound-mails/parse/parser-thread', 'resources/inbound-mails/imap/mailbox-thread', 'kit/html-thread']

/**
 * The only bundled package. Unbundled, it would account for 680 of the 1,000 files loaded at start. All other packages are loaded from
 * node_modules.
 */
const bundledPackage = 'typebox'

/** Files that the service reads at run time, in addition to its modules. */
const readFiles = [
  'server/**/assets/*',
  'migrations/*.sql',
  'docs/errors.md',
  'docs/guides/*.md',
  'docs/for-*/*/*.md',
  'dashboard/dist/**/*.*',
  'widget/dist/**/*.*',
  'dashboard/src/ui/tokens.css',
  'dashboard/src/ui/fonts.css',
]

/** Returns the path of a module in dist/, relative to dist/server/, where all bundles are. */
const getPlace = (path: string): string => JSON.stringify(relative(server, path).replace(/\.ts$/, '.js'))

await buildOnce()
rmSync(join(root, 'dist'), { recursive: true, force: true })
const bundle = await rolldown({
  input: { main: join(server, 'main.ts'), ...Object.fromEntries(threads.map((path) => [path, join(server, `${path}.ts`)])) },
  platform: 'node',
  external: (id) => /^[^./#]/.test(id) && id.split('/', 1)[0] !== bundledPackage,
  plugins: [
    ownUrls({
      url: (path) => `new URL(${getPlace(path)}, import.meta.url).href`,
      dirname: (path) => `\`\${import.meta.dirname}/\${${getPlace(path)}}\``,
    }),
  ],
})
await bundle.write({ dir: join(root, 'dist/server'), format: 'esm', chunkFileNames: '[name]-[hash].js' })
await bundle.close()
// Its licence requires that each copy contains the licence.
mkdirSync(join(root, 'dist/licenses'))
copyFileSync(join(root, 'node_modules', bundledPackage, 'license'), join(root, 'dist/licenses', `${bundledPackage}.txt`))
for (const path of globSync(readFiles, { cwd: root })) cpSync(join(root, path), join(root, 'dist', path), { recursive: true })
