/**
 * `npm run mutants`: applies each mutant of mutants.ts to a copy of the tree, and reports whether its finder catches it: the compiler, or a
 * generated test. Exits with 1 when a mutant survives. `npm run mutants -- audit event` runs only those with one of these words in their
 * name.
 */
import { spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { finders, mutants, type Mutant } from './mutants.ts'

const root = join(import.meta.dirname, '../..')
const notCopied = new Set(['node_modules', '.git', 'data', '.data'])

const words = process.argv.slice(2)
const copy = await mkdtemp(join(tmpdir(), 'skein-mutants-'))
const chosen = mutants.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
const survivors: string[] = []
try {
  await cp(root, copy, { recursive: true, filter: (path) => path === root || !notCopied.has(basename(path)) })
  for (const modules of ['node_modules', 'client/node_modules']) await symlink(join(root, modules), join(copy, modules))
  // Try all edits first, so that one that no longer applies is reported immediately.
  for (const mutant of chosen) await readMutated(mutant)
  await expectSound()
  for (const mutant of chosen) {
    const begunAt = performance.now()
    const found = await tryMutant(mutant)
    if (!found) survivors.push(mutant.name)
    const seconds = ((performance.now() - begunAt) / 1000).toFixed(0)
    console.log(`${found ? 'found   ' : 'SURVIVES'} ${mutant.name} (${mutant.file}, ${seconds} s)`)
    for (const line of found ?? []) console.log(`           ${line}`)
  }
} finally {
  await rm(copy, { recursive: true, force: true })
}
console.log(survivors.length === 0 ? `All ${chosen.length} mutants are found.` : `Found by nothing: ${survivors.join('; ')}`)
process.exitCode = survivors.length === 0 ? 0 : 1

/** Checks that the finders pass on the unchanged tree. */
async function expectSound(): Promise<void> {
  const errors = await compile()
  if (errors) throw new Error(`The tree does not compile before any mistake is made in it: ${errors}`)
  const asked = new Map(
    chosen.filter(({ by }) => by !== 'compiler').map(({ by, in: modules }) => [`${by} ${String(modules)}`, { by, modules }]),
  )
  for (const { by, modules } of asked.values()) {
    const failed = await runTests(by, modules)
    if (failed.length > 0)
      throw new Error(`A test fails before any mistake is made: ${failed[0]?.fullName} ${failed[0]?.failureMessages?.[0]}`)
  }
}

/** Returns the file with the mutant applied. */
async function readMutated({ name, file, edits }: Mutant): Promise<string> {
  let text = await readFile(join(copy, file), 'utf8')
  for (const [find, replacement] of edits) {
    if (!text.includes(find)) throw new Error(`${name}: ${file} has no longer: ${find}`)
    text = text.replaceAll(find, () => replacement)
  }
  return text
}

/** Applies the mutant. Returns the messages of the finder, or null when the mutant survives. */
async function tryMutant(mutant: Mutant): Promise<string[] | null> {
  const { file, in: modules, by, name } = mutant
  const path = join(copy, file)
  const text = await readFile(path, 'utf8')
  await writeFile(path, await readMutated(mutant))
  try {
    if (by === 'compiler') return await compile().then((error) => (error === null ? null : [error]))
    const [error, failed] = await Promise.all([compile(), runTests(by, modules)])
    if (error !== null) throw new Error(`${name} is to be found by a test, but does not compile: ${error}`)
    const first = modules.map((module) => failed.find(({ fullName }) => fullName.includes(module)))
    return first.includes(undefined) ? null : first.flatMap((test) => (test ? [test.fullName.trim(), `  ${getReason(test)}`] : []))
  } finally {
    await writeFile(path, text)
  }
}

/** Returns the first error of the compiler, or null. */
async function compile(): Promise<string | null> {
  // The compiler would also report unused names, which are not the mistake.
  const args = ['--pretty', 'false', '--noUnusedLocals', 'false', '--tsBuildInfoFile', join(copy, 'types.tsbuildinfo')]
  const { code, output } = await run('tsc', args)
  return code === 0 ? null : (output.trim().split('\n', 1)[0]?.slice(0, 240) ?? '')
}

type Result = { status: string; fullName: string; failureMessages?: string[] }

/** Runs the finder's tests of these modules. Returns those that fail; throws when none ran. */
async function runTests(by: Mutant['by'], modules: Mutant['in']): Promise<Result[]> {
  const [file, title] = finders[by] ?? never()
  const report = join(copy, 'report.json')
  await rm(report, { force: true })
  const pattern = `(${modules.join('|')}).*${title}`
  const args = ['run', `test/guarantees/${file}.test.ts`, '-t', pattern, '--reporter=json', `--outputFile=${report}`]
  const { output } = await run('vitest', args)
  const read = await readFile(report, 'utf8').catch(() => null)
  if (read === null) throw new Error(`The tests did not run: ${output.slice(-2000)}`)
  // Safe because this is the format of vitest's JSON reporter.
  const { testResults } = JSON.parse(read) as { testResults: { message: string; assertionResults: Result[] }[] }
  const results = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed' || status === 'failed')
  for (const module of modules) {
    if (results.some(({ fullName }) => fullName.includes(module))) continue
    throw new Error(`No test of ${module} ran: ${testResults.map(({ message }) => message).join(' ')} ${output.slice(-1000)}`)
  }
  return results.filter(({ status }) => status === 'failed')
}

/** Shortens a failure to its first words, on one line. */
function getReason({ failureMessages: [message = ''] = [] }: Result): string {
  const [said = ''] = stripVTControlCharacters(message).split(/\n {4}at /, 1)
  return said.replaceAll(/\s+/g, ' ').slice(0, 300)
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

function never(): never {
  throw new Error('The compiler is no test')
}
