/** Only callers who may read threads, articles and canned responses may set the server of a tenant's language model. */
import { afterAll, expect, it } from 'vitest'
import type { Scope } from '#platform/principal.ts'
import { openModelServer } from '../../../test/support/model-server.ts'
import { setUpService } from '../../../test/support/service.ts'

const service = await setUpService()
const model = await openModelServer()
afterAll(() => model.close())

it('the model server is changed only by callers who may read what it would receive', async () => {
  const own = await service.createTenant()
  const change = async (scopes: Scope[], ai: object) => {
    const caller = await own.keyFor(scopes)
    const { status, body } = await service.api('PATCH', '/tenant/settings', { key: caller.key, body: { ai } })
    return [status, body.error?.details?.map(({ message }) => message) ?? []]
  }
  const all: Scope[] = ['settings:admin', 'threads:read', 'kb:read', 'catalog:read']
  const named = { url: model.url, model: 'small' }
  expect(await change(['settings:admin'], named)).toEqual([403, ['threads:read', 'kb:read', 'catalog:read']])
  expect(await change(all.slice(0, 3), named)).toEqual([403, ['catalog:read']])
  expect(await change(all, named)).toEqual([200, []])
  expect(await change(['settings:admin'], { url: `${model.url}/elsewhere` })).toEqual([403, ['threads:read', 'kb:read', 'catalog:read']])
  expect(await change(['settings:admin'], { ...named, tokensPerDay: 5 })).toEqual([200, []])
  expect(await change(['settings:admin'], { url: null, model: null })).toEqual([200, []])
})
