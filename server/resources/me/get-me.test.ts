import { expect, it } from 'vitest'
import type { User } from '../../../client/index.ts'
import { setUpService } from '../../../test/support/service.ts'

const service = await setUpService()

it('a key with any scope may call it', async () => {
  const tenant = await service.createTenant('acme')
  const { id, key } = await tenant.keyFor(['uploads:read'])
  const { status, body } = await service.api('GET', '/me', { key })
  expect(status).toBe(200)
  expect(body.data).toMatchObject({
    tenant: { slug: 'acme', name: 'Tenant acme', hasLanguageModel: false },
    user: { id: tenant.ownerId, email: 'owner@example.com', role: 'OWNER' },
    key: { id, scopes: ['uploads:read'] },
  })
})

it('agents set their own availability, which others see; a key cannot', async () => {
  const tenant = await service.createTenant()
  const person = { name: 'Grace', email: 'grace@example.com', role: 'AGENT', invite: false }
  const { id } = (await tenant.api<User>('POST', '/users', { body: person })).body.data
  const { accessToken: key } = await tenant.sessionFor(id)
  const made = await tenant.keyFor(['admin'])
  for (const method of ['GET', 'PATCH'])
    expect(
      (await service.api(method, '/me/preferences', { key: made.key, body: method === 'PATCH' ? {} : undefined })).body.error?.code,
    ).toBe('SVC-AUTH-SESSION_REQUIRED')
  const changed = await service.api('PATCH', '/me/preferences', { key, body: { availability: 'AWAY' } })
  expect([changed.status, changed.body.data]).toMatchObject([200, { id, availability: 'AWAY' }])
  expect((await service.api('GET', '/me/preferences', { key })).body.data).toMatchObject({ id, availability: 'AWAY' })
  expect((await tenant.skein.getUser({ path: { id } })).data).toMatchObject({ availability: 'AWAY' })
  const events = (await tenant.skein.listEvents({ query: { types: 'user.updated' } })).data
  expect(events.at(-1)?.data.previous).toEqual({ availability: 'AVAILABLE' })
  expect((await service.api('PATCH', `/users/${id}`, { key, body: { availability: 'AVAILABLE' } })).status).toBe(403)
})

it('a user has their theme, language and keys on every machine, and only they do', async () => {
  const tenant = await service.createTenant()
  const { accessToken: key } = await tenant.sessionFor(tenant.ownerId)
  const { accessToken: elsewhere } = await tenant.sessionFor(tenant.ownerId)
  const person = { name: 'Grace', email: 'grace@example.com', role: 'VIEWER', invite: false }
  const { id } = (await tenant.api<User>('POST', '/users', { body: person })).body.data
  const { accessToken: other } = await tenant.sessionFor(id)
  type Chosen = { theme: string; language: string | null; keys: object }
  const read = async (of: string) => (await service.api<Chosen>('GET', '/me/preferences', { key: of })).body.data
  const patch = (body: unknown, of = key) => service.api<Chosen>('PATCH', '/me/preferences', { key: of, body })
  const first = { theme: 'SYSTEM', language: null, keys: { singleKeys: true, chosen: {} } }
  expect(await read(key)).toMatchObject(first)

  const chosen = { next: 'Alt+n', goInbox: 'g x' }
  expect((await patch({ theme: 'DARK', keys: { chosen } })).body.data).toMatchObject({ theme: 'DARK', keys: { singleKeys: true, chosen } })
  // Omitted fields stay as they are. `chosen` is replaced as a whole.
  expect((await patch({ keys: { singleKeys: false } })).body.data.keys).toEqual({ singleKeys: false, chosen })
  expect((await patch({ keys: { chosen: { next: 'y' } } }, elsewhere)).status).toBe(200)
  const expected = { theme: 'DARK', keys: { singleKeys: false, chosen: { next: 'y' } } }
  expect([await read(key), await read(elsewhere)]).toMatchObject([expected, expected])
  expect(await read(other)).toMatchObject(first)

  expect((await patch({ language: 'de' })).body.data).toMatchObject({ ...expected, language: 'de' })
  // Omitted, the language stays; null chooses the browser's.
  expect((await patch({ theme: 'DARK' }, elsewhere)).body.data.language).toBe('de')
  expect(await read(other)).toMatchObject(first)
  expect((await patch({ language: null })).body.data).toMatchObject({ ...expected, language: null })

  const many = Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`key${i}`, 'y']))
  const bad = [
    { theme: 'PINK' },
    { theme: null },
    { language: 'fr' },
    { language: '' },
    { keys: null },
    { keys: {} },
    { keys: { singleKeys: 'no' } },
    { keys: { chosen: many } },
    { keys: { chosen: { next: '' } } },
    { keys: { chosen: { next: 'y'.repeat(65) } } },
    { keys: { chosen: { next: ['y'] } } },
    { keys: { chosen: { '1st': 'y' } } },
    { keys: { chosen: { next: 'y\u0000' } } },
    { theme: 'LIGHT', keys: { more: true } },
  ]
  for (const body of bad) expect((await patch(body)).status, JSON.stringify(body)).toBe(400)
  expect(await read(key)).toMatchObject(expected)

  // Two machines that change different fields at the same time do not overwrite each other.
  await Promise.all([patch({ theme: 'LIGHT' }), patch({ keys: { singleKeys: true } }, elsewhere)])
  expect(await read(key)).toMatchObject({ theme: 'LIGHT', keys: { singleKeys: true, chosen: { next: 'y' } } })
  const countAuditRows = async () => (await tenant.api<object[]>('GET', `/audit-logs?action=user.preferences_updated`)).body.meta.total
  const before = await countAuditRows()
  expect((await patch({ theme: 'LIGHT' })).status).toBe(200)
  expect(await countAuditRows(), 'of a change that changes nothing').toBe(before)
  // A change of preferences emits no event to other users.
  expect((await tenant.skein.listEvents({ query: { types: 'user.updated' } })).data).toEqual([])
})

it('users choose what to be told by each channel, and what they did not choose stays', async () => {
  const tenant = await service.createTenant()
  const { accessToken: key } = await tenant.sessionFor(tenant.ownerId)
  type Chosen = { notifications: { types: Record<string, object>; quiet: object | null; overrides: object[]; digestAt: string } }
  const patch = async (notifications: unknown) => service.api<Chosen>('PATCH', '/me/preferences', { key, body: { notifications } })
  const first = (await service.api<Chosen>('GET', '/me/preferences', { key })).body.data.notifications
  expect(first).toMatchObject({
    types: { ASSIGNED: { inApp: true, desktop: true, mail: 'NEVER' } },
    quiet: null,
    overrides: [],
    digestAt: '08:00',
  })
  const teamId = (await tenant.skein.createTeam({ body: { name: 'Billing' } })).data.id
  const override = { inboxId: null, teamId, types: { TEAM_THREAD: { mail: 'DIGEST' } } }
  await patch({ types: { ASSIGNED: { mail: 'at_once' } }, overrides: [override] })
  const { body } = await patch({
    types: { ASSIGNED: { desktop: false } },
    quiet: { from: '22:00', to: '07:00', timezone: 'europe/berlin' },
  })
  const expected = {
    types: { ASSIGNED: { inApp: true, desktop: false, mail: 'AT_ONCE' }, MENTIONED: first.types.MENTIONED },
    overrides: [override],
    quiet: { from: '22:00', to: '07:00', timezone: 'Europe/Berlin' },
  }
  expect(body.data.notifications).toMatchObject(expected)
  expect((await service.api<Chosen>('GET', '/me/preferences', { key })).body.data.notifications).toMatchObject(expected)
  expect((await patch({ quiet: null })).body.data.notifications.quiet).toBeNull()

  const foreign = (await (await service.createTenant()).skein.createTeam({ body: { name: 'Billing' } })).data.id
  const refused = await patch({ overrides: [override, { ...override, teamId: foreign }] })
  expect([refused.status, refused.body.error?.details?.[0]?.field]).toEqual([422, 'notifications.overrides[1].teamId'])
  const quiet = { from: '22:00', to: '07:00', timezone: 'Europe/Berlin' }
  const bad = [
    null,
    {},
    { types: {} },
    { types: { SHOUTED: { inApp: true } } },
    { types: { ASSIGNED: {} } },
    { types: { ASSIGNED: { mail: 'DAILY' } } },
    { quiet: { ...quiet, timezone: 'Mars/Base' } },
    { quiet: { ...quiet, timezone: '+01:00' } },
    { quiet: { ...quiet, to: '22:00' } },
    { quiet: { ...quiet, from: '24:00' } },
    { digestAt: '8:00' },
    { followWhenIAnswer: 'yes' },
    { overrides: Array.from({ length: 51 }, () => override) },
    { overrides: [{ teamId }] },
  ]
  for (const notifications of bad) expect((await patch(notifications)).status, JSON.stringify(notifications)).toBe(400)
})
