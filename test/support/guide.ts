/** Runs the commands of a guide as a reader would: its `sh` blocks in one shell. Compares their output with the blocks that follow. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostmaster, killIfAlive } from '#platform/postgres/embedded/process.ts'
import { copyPreparedData } from './prepared-data.ts'
import { programPath } from './program.ts'
import { findFreePort } from './free-port.ts'

/** A fenced code block. `sh` is run, `sh service` starts the service, and `json` and `text` are the output of the previous block. */
export type GuideBlock = { language: string; info: string; text: string }

export function readBlocks(markdown: string): GuideBlock[] {
  return [...markdown.matchAll(/^```(\S+)(?: ([^\n]*))?\n(.*?)^```$/gms)].map(([, language = '', info = '', text = '']) => ({
    language,
    info,
    text,
  }))
}

export type GuideStep = { command: string; printed: string; expected: GuideBlock | null }

const root = new URL('../..', import.meta.url).pathname

/**
 * Runs a guide in a directory that looks like a clone of the repository, with its own data, and with free ports instead of the guide's.
 * With `prepared`, its `server/main.ts` is the bundled program of the test run, and the first start finds a migrated database without
 * tenants. `afterwards` runs while the guide's services still do, with a function that replaces the guide's ports in an address.
 */
export async function runGuide(
  markdown: string,
  {
    prepared = false,
    afterwards,
  }: { prepared?: boolean; afterwards?: ((local: (text: string) => string) => Promise<void>) | undefined } = {},
): Promise<GuideStep[]> {
  const blocks = readBlocks(markdown)
  const place = await mkdtemp(join(tmpdir(), 'skein-guide-'))
  const linked = ['package.json', 'node_modules', 'client', 'dashboard', 'widget', 'docs', 'migrations'].concat(prepared ? [] : ['server'])
  for (const name of linked) await symlink(join(root, name), join(place, name))
  if (prepared) await prepare(place)
  const ports = { 2525: await findFreePort(), 3000: await findFreePort(), 3100: await findFreePort(), 4000: await findFreePort() }
  const local = (text: string): string =>
    Object.entries(ports).reduce((result, [named, free]) => result.replaceAll(new RegExp(`\\b${named}\\b`, 'g'), String(free)), text)
  const env = { PATH: process.env.PATH ?? '', HOME: place, PORT: String(ports[3000]), MAIL_IN_PORT: String(ports[2525]), LOG_LEVEL: 'warn' }
  const shells: ChildProcess[] = []
  const shell = (script: string): ChildProcess => {
    // Run in a separate process group, so that all leftover processes can be killed.
    const child = spawn('bash', ['-c', script], { cwd: place, env, detached: true, stdio: ['ignore', 'pipe', 'inherit'] })
    shells.push(child)
    return child
  }
  try {
    const steps = blocks.flatMap((block, i): (GuideStep & { service: boolean })[] => {
      const next = blocks[i + 1]
      const expected = next && ['json', 'text'].includes(next.language) ? { ...next, text: local(next.text) } : null
      return block.language === 'sh' ? [{ command: local(block.text), printed: '', expected, service: block.info === 'service' }] : []
    })
    for (const step of steps.filter(({ service }) => service)) {
      // A symbolic link provides the packages of this clone.
      step.printed = await startService(shell(step.command.replace('npm ci && ', '')), ports[3000])
    }
    const commands = steps.filter(({ service }) => !service)
    const printed = await collect(shell(commands.map(({ command }, i) => `${command}\nprintf '\\n${mark(i)}\\n'`).join('\n')))
    commands.forEach((step, i) => {
      const from = i === 0 ? 0 : printed.indexOf(mark(i - 1)) + mark(i - 1).length
      step.printed = printed.slice(from, printed.indexOf(mark(i))).trim()
    })
    await afterwards?.(local)
    return steps
  } finally {
    for (const { pid } of shells) if (pid !== undefined) killGroup(pid)
    for (const data of ['data', 'restored']) endPostgres(join(place, data))
    await rm(place, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 })
  }
}

async function prepare(place: string): Promise<void> {
  await mkdir(join(place, 'server'))
  await writeFile(join(place, 'server/main.ts'), `import ${JSON.stringify(programPath())}\n`)
  await copyPreparedData(join(place, 'data'))
}

const mark = (i: number): string => `=== end of block ${i} ===`

/** Starts the service and returns its output until it responds. */
async function startService(child: ChildProcess, port: number): Promise<string> {
  let printed = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (printed += text))
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The service ended: ${printed}`)
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`)
      .then(({ ok }) => ok)
      .catch(() => false)
    if (ready && printed.includes('Skein serves')) return printed
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function collect(child: ChildProcess): Promise<string> {
  let printed = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (printed += text))
  await once(child, 'close')
  return printed
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The process has already ended.
  }
}

function endPostgres(dataDir: string): void {
  try {
    const pid = findPostmaster(join(dataDir, 'postgres'))
    if (pid !== null) killIfAlive(pid, 'SIGKILL')
  } catch {
    // The process does not exist.
  }
}
