/**
 * `npm run clients`: generates clients in seven languages, compiles each, and runs a program with it against a separate service. Clients of
 * the oldest description run the same program, and read what later versions send. `-- --only Go` runs only those with this name or language,
 * `-- --keep` keeps the generated files.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { markdownTable } from '../../bench/kit/table.ts'
import { apiDocument, apiVersion } from '../../server/web/api-document.ts'
import type { OpenapiDocument } from '#platform/openapi/types.ts'
import { readFiledDescription } from '../../tools/openapi-history.ts'
import { createTestInstallation } from '../support/skein-process.ts'
import { otherGenerators } from './generators.ts'
import { openapiGenerators } from './openapi-generators.ts'
import { oldestVersion, readWithOldestClient } from './older.ts'
import { makeSampleData } from './sample-data.ts'
import { tryGenerator, type Step, type Tried } from './try-generator.ts'

const { values } = parseArgs({ options: { only: { type: 'string' }, keep: { type: 'boolean', default: false } } })
const wanted = (values.only ?? '').toLowerCase()
const chosen = [...otherGenerators, ...openapiGenerators].filter(({ name, language }) =>
  `${name} ${language}`.toLowerCase().includes(wanted),
)
const steps: readonly Step[] = ['generated', 'compiled', 'program']

const installation = await createTestInstallation()
try {
  const service = await installation.serve()
  const target = { url: service.url, key: readFileSync(join(installation.dataDir, 'first-key'), 'utf8').trim() }
  await makeSampleData(target)
  const rows: string[][] = []
  const oldest = JSON.stringify(readFiledDescription(oldestVersion))
  const older = chosen.filter(({ name }) => ['hey-api', 'openapi-python-client'].includes(name))
  const tries = [
    ...chosen.map((generator) => ({ generator, version: apiVersion, description: undefined })),
    ...older.map((generator) => ({ generator, version: oldestVersion, description: oldest })),
  ]
  for (const { generator, version, description } of tries) {
    const tried = await tryGenerator(generator, target, { keep: values.keep, description })
    rows.push([generator.name, generator.language, version, ...steps.map((step) => cell(tried, step)), tried.seconds.toFixed(1)])
    if (tried.failure !== null) console.error(`${generator.name} (${generator.language}, ${version}): ${tried.failure}\n`)
    if (tried.failure !== null) process.exitCode = 1
  }
  if (older.some(({ name }) => name === 'openapi-python-client')) {
    const reads = await readWithOldestClient(apiDescription())
    console.log(`openapi-python-client of ${oldestVersion}, made open: ${reads} reads accept values, fields and events of later versions`)
  }
  console.log(markdownTable(['Generator', 'Language', 'Version', 'Generated', 'Compiled', 'Program', 'Seconds'], rows))
  service.signal('SIGTERM')
  await service.ended
} finally {
  await installation.remove()
}

// Safe because the document is written as an OpenapiDocument.
function apiDescription(): OpenapiDocument {
  return JSON.parse(apiDocument().bytes.toString('utf8')) as OpenapiDocument
}

function cell({ absent, done, failure }: Tried, step: Step): string {
  if (absent.length > 0) return `absent: ${absent.join(', ')}`
  if (done.includes(step)) return 'yes'
  return failure !== null && done.length === steps.indexOf(step) ? 'NO' : '–'
}
