/**
 * Tests the steps of the Dockerfile without a container engine: each stage is a directory, in which the test copies the files, runs the
 * commands, and starts the service with the image's variables and user.
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readCopy, readDockerIgnore, readExecForm, readStages, readVariables, type Copy, type Stage } from './support/dockerfile.ts'
import { findFreePort } from './support/free-port.ts'

const run = promisify(execFile)
const root = new URL('../', import.meta.url).pathname
const getText = (path: string): string => readFileSync(join(root, path), 'utf8')
/** Time limit for two installations by npm on a busy machine. */
const patienceMs = 400_000

const stages = readStages(getText('Dockerfile'))
const isInContext = readDockerIgnore(getText('.dockerignore'))
const isRoot = process.geteuid?.() === 0

/** Parts of commands that only work in an image, with replacements. */
const replacements: readonly (readonly [string, string])[] = [
  // Uses the machine's npm cache.
  ['npm cache clean --force', 'true'],
  // The user of the image. When the test runs as root, the directory gets that user's number.
  ['chown node:node', isRoot ? 'chown 1000:1000' : 'true'],
]

let place: string
let service: ChildProcess | null = null

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'skein-container-'))
  await chmod(place, 0o755)
  await mkdir(join(place, 'cache'))
  await symlink(join((await run('npm', ['config', 'get', 'cache'])).stdout.trim(), '_cacache'), join(place, 'cache/_cacache'))
  for (const stage of stages) await build(stage)
}, patienceMs)
afterAll(async () => {
  service?.kill('SIGKILL')
  await rm(place, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 })
})

const at = (stage: string, ...paths: string[]): string => join(place, 'stages', stage, ...paths)

async function build({ name, instructions }: Stage): Promise<void> {
  let directory = '/'
  for (const { name: instruction, text } of instructions) {
    if (instruction === 'WORKDIR') await mkdir(at(name, (directory = text)), { recursive: true })
    if (instruction === 'COPY') await copy(readCopy(text), name, directory)
    if (instruction === 'RUN') await runStep(text, name, directory)
  }
}

/** Copies like COPY: the content of a directory, or a file into a directory whose path ends with a slash. */
async function copy({ from, sources, target }: Copy, stage: string, directory: string): Promise<void> {
  const isFolder = target.endsWith('/') || sources.length > 1
  for (const source of sources) {
    const path = from === null ? join(root, source) : at(from, source)
    const to = at(stage, directory, target, isFolder && statSync(path).isFile() ? basename(source) : '')
    await mkdir(dirname(to), { recursive: true })
    await cp(path, to.replace(/\/$/, ''), { recursive: true, filter: (file) => from !== null || isInContext(file.slice(root.length)) })
  }
}

async function runStep(text: string, stage: string, directory: string): Promise<void> {
  const command = replacements.reduce((result, [part, other]) => result.replaceAll(part, other), text)
  // The only absolute path that a step may contain.
  const local = command.replaceAll(/(?<=\s)\/data\b/g, at(stage, 'data'))
  await run('bash', ['-c', local], { cwd: at(stage, directory), env: await stepEnvironment(), maxBuffer: 2 ** 26 })
}

/** Environment variables of a step. `node` is the image's version. */
async function stepEnvironment(): Promise<NodeJS.ProcessEnv> {
  return {
    PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
    HOME: place,
    npm_config_cache: join(place, 'cache'),
    npm_config_prefer_offline: 'true',
    npm_config_registry: (await run('npm', ['config', 'get', 'registry'])).stdout.trim(),
  }
}

it('its steps make an installation of what the service needs, which serves', { timeout: patienceMs }, async () => {
  const image = stages.at(-1)
  if (!image) throw new Error('The Dockerfile has no stage')
  const textFor = (name: string): string => image.instructions.findLast((one) => one.name === name)?.text ?? ''
  const home = at(image.name, textFor('WORKDIR'))
  expect(globSync('{server,client,tools,dashboard,widget}/**/*.test.ts', { cwd: home })).toEqual([])
  expect(['vitest', 'typescript', 'vite', 'react'].filter((name) => existsSync(join(home, 'node_modules', name)))).toEqual([])
  expect(existsSync(join(home, 'client/node_modules'))).toBe(false)
  expect(existsSync(join(home, 'dashboard/dist/index.html'))).toBe(true)
  expect(existsSync(join(home, 'widget/dist/skein.js'))).toBe(true)

  const [uid, gid] = textFor('USER').split(':').map(Number)
  const options = {
    cwd: home,
    env: {
      ...(await stepEnvironment()),
      ...readVariables(textFor('ENV')),
      DATA_DIR: at(image.name, 'data'),
      PORT: String(await findFreePort()),
      MAIL_IN_PORT: '0',
    },
    ...(isRoot && uid !== undefined && gid !== undefined ? { uid, gid } : {}),
  }
  const [program = '', ...words] = readExecForm(textFor('CMD'))
  const child = spawn(program, words, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  service = child
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (printed += text))
  const ended = once(child, 'exit')
  await expect.poll(() => printed, { timeout: patienceMs }).toMatch(/^Skein serves /m)
  const [check = '', ...checkWords] = readExecForm(textFor('HEALTHCHECK').replace(/^.*?\bCMD\s+/, ''))
  await run(check, checkWords, options)
  const page = await fetch(`http://127.0.0.1:${options.env.PORT}/docs/guides/quick-start`)
  expect(page.status).toBe(200)

  child.kill(textFor('STOPSIGNAL') === 'SIGTERM' ? 'SIGTERM' : 'SIGKILL')
  expect(await ended).toEqual([0, null])
  // The health check fails without the service.
  await expect(run(check, checkWords, options)).rejects.toMatchObject({ code: 1 })
  expect(existsSync(at(image.name, 'data/postgres/postmaster.pid'))).toBe(false)
})
