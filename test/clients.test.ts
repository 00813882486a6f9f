/** The document as generators for TypeScript read it: the client compiles under strict, and works. `npm run clients` tries four more. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestService, type TestService } from '../server/kit/testing/service.ts'
import { typescriptGenerators } from './clients/generators.ts'
import { prepareScene, type Scene } from './clients/scene.ts'
import { tryGenerator } from './clients/try-generator.ts'

let service: TestService
let scene: Scene
beforeAll(async () => {
  service = await startTestService()
  const { key } = await service.createTenant()
  scene = { url: service.baseUrl, key }
  await prepareScene(scene)
})
afterAll(() => service.stop())

it.each(typescriptGenerators.map((generator) => [generator.name, generator] as const))(
  '%s makes a client that compiles and works',
  async (_, generator) => {
    expect(await tryGenerator(generator, scene)).toMatchObject({ failure: null, done: ['generated', 'compiled', 'program'] })
  },
  120_000,
)
