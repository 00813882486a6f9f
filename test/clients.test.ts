/**
 * Generates a client with each TypeScript generator and checks that it compiles in strict mode and works. `npm run clients` covers four
 * more generators.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestService, type TestService } from './support/service.ts'
import { typescriptGenerators } from './clients/generators.ts'
import { makeSampleData, type Target } from './clients/sample-data.ts'
import { tryGenerator } from './clients/try-generator.ts'
import { testsAll } from './extent.ts'

let service: TestService
let target: Target
beforeAll(async () => {
  service = await startTestService()
  const { key } = await service.createTenant()
  target = { url: service.baseUrl, key }
  await makeSampleData(target)
})
afterAll(() => service.stop())

it.each(typescriptGenerators.map((generator) => [generator.name, generator] as const))(
  '%s makes a client that compiles and works',
  async (_, generator) => {
    const tried = await tryGenerator(generator, target, { quickly: !testsAll })
    expect(tried).toMatchObject({ failure: null, done: ['generated', 'compiled', 'program'] })
  },
  120_000,
)
