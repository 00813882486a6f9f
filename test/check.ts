/**
 * `npm run check`: types, lint and format, all in parallel, because each uses at most one core, and type checking takes as long as the
 * others together.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'

const commands = ['tsc --checkers 1', 'tsc -p dashboard --checkers 1', 'tsc -p widget --checkers 1', 'oxlint', 'biome format']

/** Runs a command and returns its output and exit code. */
async function run(command: string): Promise<{ code: number; printed: string }> {
  // `npm run` puts the packages' commands on the PATH.
  const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (printed += text))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code: code ?? 1, printed }
}

const ended = await Promise.all(commands.map(run))
for (const [i, { code, printed }] of ended.entries()) process.stdout.write(code === 0 ? printed : `${printed}${commands[i]} failed.\n`)
process.exitCode = ended.some(({ code }) => code !== 0) ? 1 : 0
