/** A test of an inbox shows what the tenant's own program responds, and changes nothing. */
import { afterAll, expect, it } from 'vitest'
import { openHookInbox } from '../../../test/support/hook-inbox.ts'
import { openReceiver } from '../../../test/support/receiver.ts'
import { setUpTenant } from '../../../test/support/service.ts'

const receiver = await openReceiver()
afterAll(() => receiver.close())
const { tenant } = await setUpTenant()

type Step = { protocol: string; step: string; ok: boolean; detail: string | null }
const run = async (id: string) => {
  const { status, body } = await tenant.api<{ ok: boolean; steps: Step[] }>('POST', `/inboxes/${id}/test`, { body: {} })
  const { ok, steps = [] } = body.data ?? {}
  return {
    status,
    code: body.error?.code,
    ok,
    steps: steps.map((each) => `${each.protocol} ${each.step} ${each.ok} ${each.detail ?? ''}`.trim()),
  }
}

it('the program gets a signed test, and its response is shown', async () => {
  const { id, secret } = await openHookInbox(tenant, { outboundUrl: receiver.url })
  receiver.trust(receiver.url, secret)
  expect(await run(id)).toMatchObject({
    status: 200,
    ok: true,
    steps: ['HTTP resolve true', 'HTTP request true Your program responded 204.'],
  })
  expect(receiver.received).toMatchObject([{ event: { type: 'channel.test', data: { inboxId: id } }, signers: [secret] }])
  receiver.respond = () => 500
  expect(await run(id)).toMatchObject({ ok: false, steps: ['HTTP resolve true', 'HTTP request false Your program responded 500.'] })
  const { data } = await tenant.skein.getInboxConnection({ path: { id } })
  expect(data).toMatchObject({ send: { state: 'NOT_USED' }, lastError: null })
})

it('a host that does not resolve and a closed port are shown', async () => {
  const unresolved = await openHookInbox(tenant, { outboundUrl: 'https://nothing.invalid/hook' })
  expect(await run(unresolved.id)).toMatchObject({ ok: false, steps: [expect.stringContaining('HTTP resolve false The host')] })
  const closed = await openHookInbox(tenant, { outboundUrl: 'http://127.0.0.1:1/hook' })
  expect((await run(closed.id)).steps.at(-1)).toBe('HTTP request false The connection was refused.')
})

it('an inbox without a URL or a secret is refused', async () => {
  const { id } = await openHookInbox(tenant, { outboundUrl: null })
  expect(await run(id)).toMatchObject({ status: 422, code: 'SVC-CHANNEL-NOT_CONNECTED' })
  const { data } = await tenant.skein.createInbox({ body: { name: 'New', type: 'API', hook: { outboundUrl: receiver.url } } })
  expect(await run(data.id)).toMatchObject({ status: 422, code: 'SVC-CHANNEL-NOT_CONNECTED' })
})
