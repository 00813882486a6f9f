/** Packs the client, and installs it from its tarball into a separate project, as users do. */
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = new URL('../../', import.meta.url).pathname

export type Project = {
  /** Directory of the project. Its node_modules contains the client and Node's types. */
  at: string
  /** Files in the tarball. */
  packed: string[]
  /**
   * Runs TypeScript on these files with these options. Returns its output. `compiler` is a directory with TypeScript in its node_modules.
   */
  compile(files: Readonly<Record<string, string>>, options: object, compiler?: string): Promise<string>
  remove(): Promise<void>
}

export async function installClient(): Promise<Project> {
  const place = await mkdtemp(join(tmpdir(), 'skein-package-'))
  // Packs a copy, so that tests that read the tree at the same time do not see build output.
  const tree = join(place, 'tree')
  const at = join(place, 'project')
  await cp(join(root, 'client'), join(tree, 'client'), { recursive: true, filter: (path) => !/\/(node_modules|dist)$/.test(path) })
  for (const name of ['node_modules', 'tsconfig.json', 'LICENSE']) await symlink(join(root, name), join(tree, name))
  await mkdir(at)
  await writeFile(join(at, 'package.json'), '{ "private": true, "type": "module" }')
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', place], { cwd: join(tree, 'client') })
  const { filename, files } = readPacked(stdout)
  const flags = ['--offline', '--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts']
  await run('npm', ['install', ...flags, join(place, filename)], { cwd: at })
  await mkdir(join(at, 'node_modules', '@types'))
  await symlink(join(root, 'node_modules/@types/node'), join(at, 'node_modules/@types/node'))
  await symlink(join(root, 'node_modules/undici-types'), join(at, 'node_modules/undici-types'))
  return {
    at,
    packed: files,
    async compile(sources, options, compiler = root) {
      for (const [name, text] of Object.entries(sources)) await writeFile(join(at, name), text)
      const compilerOptions = { strict: true, skipLibCheck: false, target: 'es2022', outDir: 'out', ...options }
      await writeFile(join(at, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: Object.keys(sources) }))
      return run(process.execPath, [join(compiler, 'node_modules/typescript/bin/tsc'), '-p', '.'], { cwd: at }).then(
        ({ stdout: said }) => said,
        ({ stdout: said, message }: Error & { stdout?: string }) => said || message,
      )
    },
    remove: () => rm(place, { recursive: true, force: true }),
  }
}

type Packed = { filename: string; files: { path: string }[]; size: number; unpackedSize: number }

/** Parses the output of npm, which may print other lines first. */
export function readPacked(stdout: string): { filename: string; files: string[]; size: number; unpackedSize: number } {
  // Safe because --json prints this shape; anything else fails here.
  const [made] = JSON.parse(stdout.slice(stdout.indexOf('['))) as Packed[]
  if (!made) throw new Error(`npm packed nothing: ${stdout}`)
  return { ...made, files: made.files.map(({ path }) => path) }
}

/** Returns every Node that is installed on this machine, except the one that runs this test. */
export async function findNodes(): Promise<string[]> {
  const found = new Map<string, string>()
  const places = (process.env.PATH ?? '').split(delimiter).filter((place) => !place.includes('node_modules'))
  for (const path of [process.execPath, ...places.map((place) => join(place, 'node'))]) {
    const version = await run(path, ['--version']).then(
      ({ stdout }) => stdout.trim(),
      () => null,
    )
    if (version !== null && !found.has(version) && Number(version.slice(1).split('.')[0]) >= 20) found.set(version, path)
  }
  return [...found.values()]
}

/** Concatenates the code blocks of a language in a text into one program. */
export async function getProgram(path: string, language: string): Promise<string> {
  const text = await readFile(join(root, path), 'utf8')
  const blocks = [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, block = '']) => block)
  return blocks.length === 0 ? '' : `${blocks.join('\n')}\nexport {}\n`
}
