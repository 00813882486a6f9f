/**
 * `npm run clients`: generates clients in five languages, compiles each, and runs a program with it against a separate service. `-- --only
 * Go` runs only those with this name or language, `-- --keep` keeps the generated files.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { markdownTable } from '../../bench/kit/table.ts'
import { createTestInstallation } from '../support/skein-process.ts'
import { generators } from './generators.ts'
import { makeSampleData } from './sample-data.ts'
import { tryGenerator, type Step, type Tried } from './try-generator.ts'

const { values } = parseArgs({ options: { only: { type: 'string' }, keep: { type: 'boolean', default: false } } })
const wanted = (values.only ?? '').toLowerCase()
const chosen = generators.filter(({ name, language }) => `${name} ${language}`.toLowerCase().includes(wanted))
const steps: readonly Step[] = ['generated', 'compiled', 'program']

const installation = await createTestInstallation()
try {
  const service = await installation.serve()
  const target = { url: service.url, key: readFileSync(join(installation.dataDir, 'first-key'), 'utf8').trim() }
  await makeSampleData(target)
  const rows: string[][] = []
  for (const generator of chosen) {
    const tried = await tryGenerator(generator, target, { keep: values.keep })
    rows.push([generator.name, generator.language, ...steps.map((step) => cell(tried, step)), tried.seconds.toFixed(1)])
    if (tried.failure !== null) console.error(`${generator.name} (${generator.language}): ${tried.failure}\n`)
    if (tried.failure !== null) process.exitCode = 1
  }
  console.log(markdownTable(['Generator', 'Language', 'Generated', 'Compiled', 'Program', 'Seconds'], rows))
  service.signal('SIGTERM')
  await service.ended
} finally {
  await installation.remove()
}

function cell({ absent, done, failure }: Tried, step: Step): string {
  if (absent.length > 0) return `absent: ${absent.join(', ')}`
  if (done.includes(step)) return 'yes'
  return failure !== null && done.length === steps.indexOf(step) ? 'NO' : '–'
}
