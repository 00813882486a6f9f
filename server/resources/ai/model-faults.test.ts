/** What a language model, or whoever writes to it, may try: none of it reaches people as something that it is not. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openModelServer, type ModelServer } from '../../kit/testing/model-server.ts'
import { startTestService, type TestService, type TestTenant } from '../../kit/testing/service.ts'
import type { RunRecord } from './run.ts'

let service: TestService
let model: ModelServer
let tenant: TestTenant
beforeAll(async () => {
  service = await startTestService()
  model = await openModelServer()
})
afterAll(() => Promise.all([service.stop(), model.close()]))
beforeEach(async () => {
  model.asked.length = 0
  model.answer = () => 'An answer.'
  tenant = await service.createTenant()
  await tenant.api('PATCH', '/tenant/settings', { body: { ai: { url: model.url, model: 'small' }, aiKey: key } })
})

type Run = Omit<RunRecord, 'version'>

const key = 'sk-hush-hush'
const translate = (more: { text?: string; accept?: string } = {}) => {
  const { text = 'The export is empty.', accept = 'application/json' } = more
  return tenant.api<Run>('POST', '/ai/translate', { body: { text, targetLanguage: 'de' }, mayFail: true, headers: { accept } })
}
const latestRun = async (): Promise<Run | undefined> => (await tenant.api<Run[]>('GET', '/ai/runs?limit=1')).body.data[0]

it('the key is shown to nobody by a server that repeats it', async () => {
  model.answer = ({ authorization }) => ({
    status: 401,
    body: JSON.stringify({ error: { message: `Incorrect API key: ${authorization}` } }),
  })
  const { text, body } = await translate()
  expect(body.error?.message).toContain('401')
  expect([text, JSON.stringify(await latestRun())].filter((said) => said.includes(key))).toEqual([])
})
