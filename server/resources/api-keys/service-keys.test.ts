/** Keys of users of the kind SERVICE, which other users create for programs. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ApiKey, ApiKeyWithSecret, AuditLog, Message, User } from '../../../client/index.ts'
import { setUpTenant, randomIdSuffix } from '../../../test/support/service.ts'
import { makeThread } from '../../../test/support/threads.ts'

const { service, tenant } = await setUpTenant()
afterEach(() => vi.restoreAllMocks())

let made = 0
const createUser = async (more: object = {}, of = tenant): Promise<string> => {
  const body = { name: 'Import bot', email: `bot${++made}@example.com`, role: 'AGENT', kind: 'SERVICE', invite: false, ...more }
  const created = await of.api<User>('POST', '/users', { body })
  expect(created.status, created.text).toBe(201)
  return created.body.data.id
}
const create = (userId: string | null | undefined, more: object = {}, key = tenant.key) =>
  service.api<ApiKeyWithSecret>('POST', '/api-keys', { key, body: { name: 'Import', scopes: ['threads:write'], userId, ...more } })
const refusal = ({ status, body }: Awaited<ReturnType<typeof create>>) => [
  status,
  body.error?.code,
  ...(body.error?.details ?? []).map(({ field }) => field),
]
const getStatus = async (key: string) => (await service.api('GET', '/me', { key })).status

describe('a key of a SERVICE user', () => {
  it('acts as that user, whose messages are automatic, and is listed and audited so', async () => {
    const userId = await createUser()
    const { data } = (await create(userId)).body
    expect(data).toMatchObject({ userId, scopes: ['threads:write'] })
    const me = await service.api<{ user: { id: string } }>('GET', '/me', { key: data.key })
    expect(me.body.data.user.id).toBe(userId)
    const thread = await makeThread(tenant)
    const reply = await service.api<Message>('POST', `/threads/${thread}/reply`, { key: data.key, body: { body: 'Received.' } })
    expect(reply.body.data).toMatchObject({ author: { id: userId }, automatic: true })
    const listed = (await tenant.api<ApiKey[]>('GET', '/api-keys')).body.data.find(({ id }) => id === data.id)
    expect(listed?.userId).toBe(userId)
    const [row] = (await tenant.api<AuditLog[]>('GET', '/audit-logs?action=api_key.created')).body.data
    expect(row).toMatchObject({ actor: { id: tenant.ownerId }, target: { id: data.id }, after: { userId } })
  })

  it('keeps its user when it is rotated', async () => {
    const userId = await createUser()
    const { id } = (await create(userId)).body.data
    const next = await tenant.api<ApiKeyWithSecret>('POST', `/api-keys/${id}/rotate`, { body: {} })
    expect(next.body.data).toMatchObject({ userId, scopes: ['threads:write'] })
  })

  it('stops working at once when its user is suspended, and works again afterwards', async () => {
    const userId = await createUser()
    const { key } = (await create(userId)).body.data
    expect(await getStatus(key)).toBe(200)
    await tenant.api('PATCH', `/users/${userId}`, { body: { status: 'SUSPENDED' } })
    expect(await getStatus(key)).toBe(401)
    expect(refusal(await create(userId))).toEqual([422, 'SVC-VALIDATION-UNKNOWN_REFERENCE', 'userId'])
    await tenant.api('PATCH', `/users/${userId}`, { body: { status: 'ACTIVE' } })
    expect(await getStatus(key)).toBe(200)
  })

  it('does no more than the role of its user allows', async () => {
    const { key } = (await create(await createUser({ role: 'VIEWER' }), { scopes: ['threads:write'] })).body.data
    const thread = await makeThread(tenant)
    expect((await service.api('GET', `/threads/${thread}`, { key })).status).toBe(200)
    expect((await service.api('PATCH', `/threads/${thread}`, { key, body: { priority: 'low' } })).status).toBe(403)
  })

  it('has no scope and no lifetime that the caller lacks', async () => {
    const userId = await createUser({ role: 'ADMIN' })
    const narrow = (await tenant.keyFor(['keys:admin', 'threads:read'], { lifeSeconds: 3600 })).key
    expect(refusal(await create(userId, {}, narrow))).toEqual([403, 'SVC-AUTH-SCOPE_ESCALATION', 'scopes'])
    const long = { scopes: ['threads:read'], expiresInDays: 2 }
    expect(refusal(await create(userId, long, narrow))).toEqual([403, 'SVC-AUTH-SCOPE_ESCALATION', 'expiresInDays'])
    expect((await create(userId, { scopes: ['threads:read'] }, narrow)).status).toBe(201)
  })

  it('that acts for an owner is created only by owners', async () => {
    const userId = await createUser({ role: 'OWNER' })
    const admin = await createUser({ kind: 'PERSON', role: 'ADMIN' })
    const { key } = await tenant.keyFor(['admin'], { userId: admin })
    expect(refusal(await create(userId, {}, key))).toEqual([403, 'SVC-AUTH-SCOPE_ESCALATION', 'userId'])
    expect((await create(userId)).status).toBe(201)
  })
})

it('a key for another person, or for no user of the tenant, is refused', async () => {
  const person = await createUser({ kind: 'PERSON' })
  const other = await createUser({}, await service.createTenant())
  const unknown = [422, 'SVC-VALIDATION-UNKNOWN_REFERENCE', 'userId']
  for (const userId of [person, other, `usr_${randomIdSuffix()}`]) expect(refusal(await create(userId))).toEqual(unknown)
  for (const userId of ['', 'me', `key_${randomIdSuffix()}`]) expect((await create(userId)).status, userId).toBe(400)
  for (const userId of [undefined, null, tenant.ownerId]) expect((await create(userId)).body.data.userId).toBe(tenant.ownerId)
})
