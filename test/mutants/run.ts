/**
 * `npm run mutants`: makes each mistake of mutants.ts in a copy of the tree, and says what found it: the compiler, or a generated test.
 * Ends with 1 when one is found by nothing. `npm run mutants -- audit` makes those whose name contains the word.
 */
import { spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { mutants, type Mutant } from './mutants.ts'

const root = join(import.meta.dirname, '../..')
const notCopied = new Set(['node_modules', '.git', 'data', '.data'])
/** The tests that are generated from the declarations of rooms. */
const tests = ['writes', 'concurrent-writes', 'conflicts', 'references'].map((name) => `test/guarantees/${name}.test.ts`)

const [word = ''] = process.argv.slice(2)
const copy = await mkdtemp(join(tmpdir(), 'skein-mutants-'))
const survivors: string[] = []
try {
  await cp(root, copy, { recursive: true, filter: (path) => path === root || !notCopied.has(basename(path)) })
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
  const found = await findings(['Team', 'Label'])
  if (found) throw new Error(`The tree is not sound before any mistake is made in it: ${found}`)
  for (const mutant of mutants.filter(({ name }) => name.includes(word))) {
    const begunAt = performance.now()
    const by = await killerOf(mutant)
    if (!by) survivors.push(mutant.name)
    const seconds = ((performance.now() - begunAt) / 1000).toFixed(0)
    console.log(`| ${mutant.name} | ${mutant.file} | ${by ?? 'SURVIVES'} | ${seconds} s |`)
  }
} finally {
  await rm(copy, { recursive: true, force: true })
}
console.log(survivors.length === 0 ? 'Every mutant is found.' : `Found by nothing: ${survivors.join('; ')}`)
process.exitCode = survivors.length === 0 ? 0 : 1

async function killerOf({ file, edits, in: rooms }: Mutant): Promise<string | null> {
  const path = join(copy, file)
  const text = await readFile(path, 'utf8')
  let mutated = text
  for (const [find, replacement] of edits) {
    if (find !== file && !mutated.includes(find)) throw new Error(`${file} has no longer: ${find}`)
    mutated = find === file ? replacement : mutated.replaceAll(find, () => replacement)
  }
  await writeFile(path, mutated)
  try {
    return await findings(rooms)
  } finally {
    await writeFile(path, text)
  }
}

/** What fails; null when nothing does, or nothing in one of the rooms. */
async function findings(rooms: Mutant['in']): Promise<string | null> {
  // What is no longer used would be found too, but is not the mistake.
  const types = await run('tsc', ['--pretty', 'false', '--noUnusedLocals', 'false', '--tsBuildInfoFile', join(copy, 'types.tsbuildinfo')])
  if (types.code !== 0) return `types: ${/error (TS\d+)/.exec(types.output)?.[1] ?? types.output.slice(0, 200)}`
  const report = join(copy, 'report.json')
  await rm(report, { force: true })
  const { output } = await run('vitest', [
    'run',
    ...tests,
    '-t',
    rooms.join('|'),
    '--reporter=json',
    `--outputFile=${report}`,
    ...(rooms.length === 1 ? ['--bail=1'] : []),
  ])
  const read = await readFile(report, 'utf8').catch(() => null)
  if (read === null) throw new Error(`The tests did not run: ${output.slice(-2000)}`)
  // Safe because this is the form of vitest's JSON reporter.
  const { testResults } = JSON.parse(read) as {
    testResults: { status: string; message: string; assertionResults: { status: string; fullName: string }[] }[]
  }
  const results = testResults.flatMap(({ assertionResults }) => assertionResults)
  const failed = results.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName.trim())
  const broken = testResults.find(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every((result) => result.status !== 'failed'),
  )
  if (broken && failed.length === 0) throw new Error(`${String(rooms)}: a file of tests did not run: ${broken.message}`)
  if (!results.some(({ status }) => status === 'passed' || status === 'failed')) throw new Error(`No test ran: ${output.slice(-2000)}`)
  const first = rooms.map((room) => failed.find((name) => name.includes(room)))
  return first.every((name) => name !== undefined) ? first.join(' + ') : null
}

function run(command: string, args: string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(join(root, 'node_modules/.bin', command), args, { cwd: copy, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output }))
  })
}
