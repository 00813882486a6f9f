/** Supported generators: requirements, and how each client is generated, compiled and run. */
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sh } from './shell.ts'

export const root = new URL('../..', import.meta.url).pathname
export const programs = new URL('programs/', import.meta.url).pathname
const clientModules = join(root, 'client', 'node_modules')
/** Downloads that are cached: a virtual environment and a jar. */
export const cache = join(root, 'node_modules', '.cache', 'skein-clients')

/** Tested versions. Those of the two TypeScript generators are in client/package.json. */
export const versions = { openapiPythonClient: '0.29.1', mypy: '2.4.1', oapiCodegen: 'v2.8.2', oapiCodegenRuntime: 'v1.6.0' } as const

/** Steps of one generator, in a directory that contains the API description as `openapi.json`. */
export type Generator = {
  name: string
  language: string
  /** Commands, each with the argument that prints its version. */
  needs: readonly (readonly [command: string, version: string])[]
  generate(at: string): Promise<unknown>
  /** With several compilers, `quickly` selects the fastest one. */
  compile(at: string, quickly: boolean): Promise<unknown>
  /** Runs the program and returns its output. */
  run(at: string, env: Record<string, string>): Promise<string>
}

export const go = ['go', 'version'] as const

const heyApi: Generator = {
  name: 'hey-api',
  language: 'TypeScript',
  needs: [],
  async generate(at) {
    const config = { input: 'openapi.json', output: { path: 'generated', module: { extension: '.js' } } }
    await writeFile(join(at, 'openapi-ts.config.mjs'), `export default ${JSON.stringify(config)}`)
    await sh({ cwd: at }, process.execPath, join(clientModules, '@hey-api/openapi-ts/bin/run.js'), '-f', 'openapi-ts.config.mjs')
    await copyFile(join(programs, 'hey-api.ts'), join(at, 'program.ts'))
  },
  compile: compileTypeScript,
  run: (at, env) => sh({ cwd: at, env }, process.execPath, 'program.js'),
}

const openapiTypescript: Generator = {
  name: 'openapi-typescript',
  language: 'TypeScript',
  needs: [],
  async generate(at) {
    await sh({ cwd: at }, process.execPath, join(clientModules, 'openapi-typescript/bin/cli.js'), 'openapi.json', '-o', 'generated.ts')
    await copyFile(join(programs, 'openapi-typescript.ts'), join(at, 'program.ts'))
  },
  compile: compileTypeScript,
  run: (at, env) => sh({ cwd: at, env }, process.execPath, 'program.js'),
}

/**
 * Compiles with the strictest settings that users have, with the oldest compiler that the client supports, or with ours, which takes a
 * quarter of the time.
 */
export async function compileTypeScript(at: string, quickly: boolean): Promise<void> {
  await writeFile(join(at, 'package.json'), '{ "type": "module" }')
  if (!existsSync(join(at, 'node_modules'))) await symlink(join(root, 'node_modules'), join(at, 'node_modules'))
  const options = ['--strict', '--target', 'es2022', '--module', 'nodenext', '--lib', 'es2022,dom', '--types', 'node', '--skipLibCheck']
  await sh(
    { cwd: at },
    process.execPath,
    join(quickly ? join(root, 'node_modules') : clientModules, 'typescript/bin/tsc'),
    ...options,
    'program.ts',
  )
}

const openapiPythonClient: Generator = {
  name: 'openapi-python-client',
  language: 'Python',
  needs: [['python3', '--version']],
  async generate(at) {
    const python = await pythonEnvironment()
    // The generator omits an operation whose body has an unknown type, unless an option maps the type to bytes.
    await writeFile(join(at, 'options.yaml'), 'content_type_overrides: { message/rfc822: application/octet-stream }\n')
    await sh(
      { cwd: at, env: { PATH: `${join(cache, 'python', 'bin')}:${process.env.PATH ?? ''}` } },
      python,
      '-m',
      'openapi_python_client',
      'generate',
      '--path=openapi.json',
      '--output-path=skein_api',
      '--meta=none',
      '--config=options.yaml',
      '--fail-on-warning',
    )
    await copyFile(join(programs, 'openapi-python-client.py'), join(at, 'program.py'))
  },
  async compile(at) {
    const python = await pythonEnvironment()
    await sh({ cwd: at }, python, '-m', 'compileall', '-q', '-f', '.')
    // Checks only the program, because the generator's own templates do not pass.
    await sh({ cwd: at }, python, '-m', 'mypy', '--no-incremental', '--strict', '--follow-imports=silent', 'program.py')
  },
  run: async (at, env) => sh({ cwd: at, env }, await pythonEnvironment(), 'program.py'),
}

async function pythonEnvironment(): Promise<string> {
  const [home, python] = [join(cache, 'python'), join(cache, 'python', 'bin', 'python')]
  const wanted = `openapi-python-client==${versions.openapiPythonClient} mypy==${versions.mypy}`
  const mark = join(home, 'installed')
  if (existsSync(mark) && (await readFile(mark, 'utf8')) === wanted) return python
  await rm(home, { recursive: true, force: true })
  await mkdir(cache, { recursive: true })
  await sh({ cwd: cache }, 'python3', '-m', 'venv', home)
  await sh({ cwd: cache }, python, '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...wanted.split(' '))
  await writeFile(mark, wanted)
  return python
}

const oapiCodegen: Generator = {
  name: 'oapi-codegen',
  language: 'Go',
  needs: [go],
  async generate(at) {
    await mkdir(join(at, 'api'))
    const tool = `github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@${versions.oapiCodegen}`
    await sh({ cwd: at }, 'go', 'run', tool, '-generate', 'types,client', '-package', 'api', '-o', 'api/api.go', 'openapi.json')
    await copyFile(join(programs, 'oapi-codegen.go'), join(at, 'main.go'))
    await writeFile(join(at, 'go.mod'), goModule(`require github.com/oapi-codegen/runtime ${versions.oapiCodegenRuntime}`))
  },
  compile: compileGo,
  run: (at, env) => sh({ cwd: at, env }, './program'),
}

export function goModule(requirements: string): string {
  return `module example.com/program\n\ngo 1.24\n\n${requirements}\n`
}

export async function compileGo(at: string): Promise<void> {
  await sh({ cwd: at }, 'go', 'mod', 'tidy')
  await sh({ cwd: at }, 'go', 'vet', './...')
  await sh({ cwd: at }, 'go', 'build', '-o', 'program', '.')
}

/** Generators that run in Node. They come first, because they need nothing else and are part of the test suite. */
export const typescriptGenerators: readonly Generator[] = [heyApi, openapiTypescript]
/** All generators other than openapi-generator. */
export const otherGenerators: readonly Generator[] = [...typescriptGenerators, openapiPythonClient, oapiCodegen]
