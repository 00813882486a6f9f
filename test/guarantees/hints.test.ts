/** Errors about misspelt paths, parameters and fields suggest the right spelling. */
import { expect, it } from 'vitest'
import type { Thread } from '../../client/index.ts'
import { setUpTenant } from '../support/service.ts'

const { service, tenant } = await setUpTenant()
const node = await service.startNode()

it.each([
  ['page', 'cursor'],
  ['per_page', 'limit'],
  ['assigneId', 'assigneeId'],
  ['Status', 'status'],
])('the query parameter %s is answered with: did you mean %s?', async (written, meant) => {
  const { body } = await tenant.api('GET', `/threads?${written}=2`)
  expect(body.error?.details?.find(({ field }) => field === written)?.message).toBe(
    `is not a field of this operation; did you mean ${meant}?`,
  )
})

it('a misspelt field of a body gets a hint, also inside an object', async () => {
  const { body } = await tenant.api('POST', '/threads', { body: { title: 'a', body: 'b', requestor: { email: 'a@example.com' } } })
  expect(body.error?.details).toContainEqual({
    field: 'requestor',
    code: 'UNKNOWN_FIELD',
    message: 'is not a field of this operation; did you mean requester?',
  })
  const inner = await tenant.api('POST', '/threads', { body: { title: 'a', body: 'b', requester: { mail: 'a@example.com' } } })
  expect(inner.body.error?.details?.find(({ field }) => field === 'requester.mail')?.message).toContain('did you mean email?')
})

it('a misspelt path gets a hint', async () => {
  expect((await tenant.api('GET', '/thread')).body.error?.message).toBe('There is no operation at this path. Did you mean /api/v1/threads?')
  const url = `${node.baseUrl}/threads/thr_1/messages`
  const bare = (await (await fetch(url)).json()) as { error: { message: string } }
  expect(bare.error.message).toBe(
    'There is no operation at this path. Paths of the API begin with /api/v1: send the request to /api/v1/threads/thr_1/messages.',
  )
  expect((await tenant.api('GET', '/nothing-like-it')).body.error?.message).toBe('There is no operation at this path.')
})

it('an id or a credential of another kind gets a hint', async () => {
  const { body } = await tenant.api('POST', '/threads', { body: { title: 'a', body: 'b', requester: { email: 'a@example.com' } } })
  const { customer } = (await tenant.api<Thread>('GET', `/threads/${body.data.threadId}`)).body.data
  const hint = 'There is no such thread. The path has an id that begins with cst_, where one that begins with thr_ belongs.'
  for (const [method, more] of [
    ['GET', {}],
    ['PATCH', { body: { status: 'resolved' } }],
  ] as const) {
    const refused = await tenant.api(method, `/threads/${customer.id}`, more)
    expect([refused.status, refused.body.error?.message], method).toEqual([404, hint])
  }
  const basic = await service.api('GET', '/me', { headers: { authorization: `Basic ${btoa('ada:secret')}` } })
  expect([basic.status, basic.body.error?.message]).toEqual([
    401,
    'Basic authentication is not accepted. Send Authorization: Bearer svck_…',
  ])
})

it('malformed JSON gets the position of the fault', async () => {
  const { body } = await tenant.api('POST', '/threads', { raw: '{"title": "a",\n "body": "b",}' })
  expect(body.error?.message).toBe('The request body is not valid JSON, at line 2, column 14: expected a name in double quotes, found "}".')
})

it('an error names the allowed fields of an object, and the only value of a field', async () => {
  const thread = await tenant.api('POST', '/threads', { body: { title: 'a', body: 'b', requester: { email: 'a@example.com' } } })
  const refused = async (body: object): Promise<unknown> =>
    (await tenant.api('POST', `/threads/${thread.body.data.threadId}/snooze`, { body })).body.error?.details?.map(({ field, message }) => [
      field,
      message,
    ])
  const names = 'until, durationSeconds, untilReply'
  expect(await refused({})).toEqual([['', `must have at least one of ${names}`]])
  expect(await refused({ durationSeconds: 60, untilReply: true })).toEqual([['', `must have at most one of ${names}`]])
  expect(await refused({ untilReply: false })).toEqual([['untilReply', 'must be true']])
})
