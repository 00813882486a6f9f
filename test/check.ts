/** `npm run check`: types, lint and format. All at once, because each keeps one core busy at most, and types take as long as the rest. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'

const commands = ['tsc --checkers 1', 'tsc -p dashboard --checkers 1', 'oxlint', 'biome format']

/** Says what it has printed and how it ended, after it has. */
async function run(command: string): Promise<{ code: number; printed: string }> {
  // `npm run` has the packages' commands on the PATH.
  const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (printed += text))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code: code ?? 1, printed }
}

const ended = await Promise.all(commands.map(run))
for (const [i, { code, printed }] of ended.entries()) process.stdout.write(code === 0 ? printed : `${printed}${commands[i]} failed.\n`)
process.exitCode = ended.some(({ code }) => code !== 0) ? 1 : 0
