/**
 * Generates a client with each TypeScript generator and checks that it compiles in strict mode and works. `npm run clients` covers
 * the other generators.
 */
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { createSkeinClient } from '../client/index.ts'
import type { OpenapiDocument } from '#platform/openapi/types.ts'
import { exampleId } from '#platform/schema.ts'
import { apiDocument } from '../server/web/api-document.ts'
import { setUpService } from './support/service.ts'
import { typescriptGenerators } from './clients/generators.ts'
import { laterResponses, laterValue, serveLater } from './clients/later-service.ts'
import { makeSampleData, type Target } from './clients/sample-data.ts'
import { tryGenerator } from './clients/try-generator.ts'
import { testsAll } from './extent.ts'

let target: Target
const service = await setUpService()
beforeAll(async () => {
  const { key } = await service.createTenant()
  target = { url: service.baseUrl, key }
  await makeSampleData(target)
})

it('every read of the client accepts what later versions of the service send', async () => {
  // Safe because the document is written as an OpenapiDocument.
  const document = JSON.parse(apiDocument().bytes.toString('utf8')) as OpenapiDocument
  const later = await serveLater(document)
  onTestFinished(() => later.close())
  const skein = createSkeinClient({ baseUrl: later.url, apiKey: 'svck_later' })
  const { data: events } = await skein.listEvents()
  expect(events.map(({ type }) => String(type))).toEqual([...Object.keys(document.webhooks), 'later.happened'])
  const { data: keys } = await skein.listApiKeys()
  expect(keys.flatMap(({ scopes }) => scopes).map(String)).toContain(laterValue)
  for (const path of laterResponses(document).keys()) {
    const url = path.replaceAll(/\{\w+\}/g, exampleId('thr'))
    expect([path, await skein.request<object>('GET', url)]).toMatchObject([path, { status: 200 }])
  }
})

it.each(typescriptGenerators.map((generator) => [generator.name, generator] as const))(
  '%s makes a client that compiles and works',
  async (_, generator) => {
    const tried = await tryGenerator(generator, target, { quickly: !testsAll })
    expect(tried).toMatchObject({ failure: null, done: ['generated', 'compiled', 'program'] })
  },
  120_000,
)
