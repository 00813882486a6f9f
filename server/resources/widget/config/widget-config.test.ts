/** What strangers learn from a chat's key: how it looks, and who answers, by first names only. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { Inbox, User, WidgetConfig } from '../../../../client/index.ts'
import { png, requestLink, uploadFile } from '../../../../test/support/files.ts'
import { randomIdSuffix, setUpService, type TestTenant } from '../../../../test/support/service.ts'

const service = await setUpService()
let tenant: TestTenant
beforeEach(async () => {
  tenant = await service.createTenant()
})

const makeChat = async (body: object = {}) => {
  const made = await tenant.api<Inbox>('POST', '/inboxes', { body: { name: 'Chat', type: 'WIDGET', ...body } })
  return { ...made.body.data, key: made.body.data.widget?.key ?? made.text }
}
const read = (key: string, more = '') => service.api<WidgetConfig>('GET', `/widget/config?key=${key}${more}`)
const makeUser = async (name: string, more: object = {}) => {
  const body = { name, email: `${randomIdSuffix()}@example.com`, role: 'AGENT', invite: false, ...more }
  const { id } = (await tenant.api<User>('POST', '/users', { body })).body.data
  return id
}
const tenantRows = (sql: string) => service.db.script(sql.replaceAll('$tenant', `'${tenant.tenantId}'`))
const seeAll = () => tenantRows(`update users set status = 'ACTIVE', last_seen_at = now() where tenant_id = $tenant`)
const round = { mon: [['00:00', '24:00']], tue: [['00:00', '24:00']], wed: [['00:00', '24:00']], thu: [['00:00', '24:00']] }
const always = { ...round, fri: [['00:00', '24:00']], sat: [['00:00', '24:00']], sun: [['00:00', '24:00']] }

describe('the configuration of a chat', () => {
  it('is read by anybody from any site, and may be kept for a minute', async () => {
    const { key } = await makeChat({ widget: { appearance: { greeting: 'Hello', color: '#aa0000', position: 'LEFT' } } })
    const response = await service.api<WidgetConfig>('GET', `/widget/config?key=${key}`, { headers: { origin: 'https://shop.example' } })
    expect([response.status, response.headers['cache-control'], response.headers['access-control-allow-origin']]).toEqual([
      200,
      'public, max-age=60',
      '*',
    ])
    expect(response.body.data).toMatchObject({ key, greeting: 'Hello', color: '#aa0000', position: 'LEFT', title: null, logoUrl: null })
    expect(response.body.data).toMatchObject({ nextOpening: null, expectedReplySeconds: null, languages: ['en', 'de'], helpCenter: false })
  })

  it('contains no address, no last name and no id of an agent, in any field', async () => {
    const { key } = await makeChat({ address: 'shop.example', autoReply: 'Thank you', signature: 'The signature' })
    await makeUser('Ada Lovelace')
    await makeUser('grace.hopper@navy.example')
    await makeUser('Turing, Alan')
    await seeAll()
    const { body } = await read(key)
    expect(body.data.team.map(({ name }) => name).toSorted()).toEqual(expect.arrayContaining(['Ada', 'Alan', 'GH']))
    const walk = (value: unknown): string[] =>
      typeof value === 'object' && value !== null ? Object.values(value).flatMap(walk) : [String(value)]
    const texts = walk(body.data)
    expect(texts).toContain(key)
    for (const text of texts) {
      expect(text).not.toMatch(/lovelace|hopper|turing|@|navy|signature|thank you/i)
      expect(text).not.toMatch(/\b(usr|tea|inb|ten|upl)_/)
    }
    expect(Object.keys(body.data.team[0] ?? {}).toSorted()).toEqual(['initials', 'name', 'online'])
  })

  it('shows at most eight active people of the inbox’s team, online ones first', async () => {
    const [ada, grace] = [await makeUser('Ada Lovelace'), await makeUser('Grace Hopper')]
    await makeUser('Alan Turing')
    await makeUser('Eve Viewer', { role: 'VIEWER' })
    const team = (await tenant.skein.createTeam({ body: { name: 'Chat' } })).data
    for (const userId of [ada, grace]) await tenant.api('PUT', `/teams/${team.id}/members/${userId}`)
    await tenantRows(`update users set status = 'ACTIVE', last_seen_at = now() - interval '1 hour' where tenant_id = $tenant`)
    await tenantRows(`update users set last_seen_at = now() where tenant_id = $tenant and name = 'Grace Hopper'`)
    const people = async (teamId: string | null) => (await read((await makeChat({ teamId })).key)).body.data
    expect(await people(team.id)).toMatchObject({
      online: true,
      team: [
        { name: 'Grace', initials: 'GH', online: true },
        { name: 'Ada', initials: 'AL', online: false },
      ],
    })
    expect((await people(null)).team.map(({ name }) => name)).not.toContain('Eve')
    await tenantRows(`update users set availability = 'AWAY' where tenant_id = $tenant`)
    expect(await people(team.id)).toMatchObject({ online: false, team: [{ online: false }, { online: false }] })
    await Promise.all(Array.from({ length: 9 }, (_, i) => makeUser(`Agent Number ${i}`)))
    await seeAll()
    expect((await people(null)).team).toHaveLength(8)
  })

  it('is offline outside business hours, and says when they begin', async () => {
    await makeUser('Ada Lovelace')
    await seeAll()
    await tenantRows(`update users set availability = 'AVAILABLE' where tenant_id = $tenant`)
    const hours = async (weekly: object, holidays: object[] = []) =>
      (await tenant.api<{ id: string }>('POST', '/business-hours', { body: { name: randomIdSuffix(), timezone: 'UTC', weekly, holidays } }))
        .body.data.id
    const [open, closed] = [await hours(always), await hours({ mon: [['09:00', '09:01']] })]
    const readWith = async (businessHoursId: string) => {
      const team = (await tenant.skein.createTeam({ body: { name: randomIdSuffix(), businessHoursId } })).data
      await tenantRows(
        `insert into team_members (tenant_id, team_id, user_id) select tenant_id, (select id from teams t where t.tenant_id = u.tenant_id and t.name = '${team.name}'), id from users u where tenant_id = $tenant`,
      )
      return (await read((await makeChat({ teamId: team.id })).key)).body.data
    }
    expect(await readWith(open)).toMatchObject({ online: true, nextOpening: null })
    const shut = await readWith(closed)
    expect(shut.online).toBe(false)
    const opening = new Date(shut.nextOpening ?? '')
    expect([opening.getUTCDay(), opening.toISOString().slice(11)]).toEqual([1, '09:00:00.000Z'])
  })

  it('expects a reply in the median time of the inbox, otherwise by its SLA target', async () => {
    const targets = { firstResponse: { low: 60, normal: 30, high: 10, urgent: 5 } }
    const policy = (await tenant.skein.createSlaPolicy({ body: { name: 'Chat', targets } })).data
    const [byTarget, byMedian, other] = [
      await makeChat({ slaPolicyId: policy.id }),
      await makeChat({ slaPolicyId: policy.id }),
      await makeChat(),
    ]
    const insert = (inbox: { id: string }, seconds: number, age = '1 day') =>
      tenantRows(`insert into facts (tenant_id, kind, at, sequence, n, event_id, thread_id, inbox_id, priority, channel, is_first, value_ms, step)
        select $tenant, 'ANSWERED', now() - interval '${age}', (select coalesce(max(sequence), 0) + 1 from facts where tenant_id = $tenant), 0,
          gen_random_uuid(), gen_random_uuid(), i.id, 'normal', 'widget', true, ${seconds * 1_000}, 1
        from inboxes i where i.tenant_id = $tenant and i.created_at = (select created_at from inboxes where tenant_id = $tenant order by created_at offset ${indexes.get(inbox.id)} limit 1)`)
    const indexes = new Map((await tenant.skein.listInboxes({ query: { limit: 100 } })).data.toReversed().map(({ id }, i) => [id, i]))
    for (const seconds of [10, 20, 90, 600, 9_000]) await insert(byMedian, seconds)
    await insert(byMedian, 1, '40 days')
    for (const seconds of [1, 2, 3, 4]) await insert(byTarget, seconds)
    const expected = async ({ key }: { key: string }) => (await read(key)).body.data.expectedReplySeconds
    expect([await expected(byMedian), await expected(byTarget), await expected(other)]).toEqual([90, 1_800, null])
  })

  it('has the questions to the visitor in their language, without archived fields', async () => {
    const options = [
      { value: 'pro', label: 'Professional' },
      { value: 'old', label: 'Old', archived: true },
    ]
    await tenant.skein.createCustomField({ body: { key: 'plan', name: 'Plan', appliesTo: 'THREAD', type: 'SELECT', options } })
    const gone = (await tenant.skein.createCustomField({ body: { key: 'gone', name: 'Gone', appliesTo: 'THREAD', type: 'TEXT' } })).data
    const preChat = [{ field: 'EMAIL', required: true }, { field: 'gone' }, { field: 'plan' }]
    const { key } = await makeChat({ widget: { preChat } })
    await tenant.skein.deleteCustomField({ path: { id: gone.id } })
    const questions = async (more: string) => (await read(key, more)).body.data.preChat
    expect(await questions('')).toEqual([
      { field: 'EMAIL', label: 'Email', type: 'EMAIL', options: null, required: true },
      { field: 'plan', label: 'Plan', type: 'SELECT', options: [{ value: 'pro', label: 'Professional' }], required: false },
    ])
    expect((await questions('&locale=de-AT'))[0]?.label).toBe('E-Mail')
    expect((await questions('&locale=fr'))[0]?.label).toBe('Email')
    await tenant.api('PATCH', '/tenant/settings', { body: { locale: 'de' } })
    const other = await makeChat({ widget: { preChat: [{ field: 'EMAIL' }] } })
    expect((await read(other.key)).body.data.preChat[0]?.label).toBe('E-Mail')
  })

  it('links the picture, which anybody can load', async () => {
    const { id } = await uploadFile(tenant, { bytes: png, type: 'image/png' })
    const { key } = await makeChat({ widget: { appearance: { logoUploadId: id } } })
    const { logoUrl } = (await read(key)).body.data
    const picture = await requestLink(service, logoUrl)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
  })

  it('is a 404 for unknown keys, inactive inboxes, other types and suspended tenants', async () => {
    const chat = await makeChat()
    await tenant.api('PATCH', `/inboxes/${chat.id}`, { body: { active: false } })
    const keys = [chat.key, `wgt_${randomIdSuffix()}`, tenant.inboxId.replace('inb_', 'wgt_'), 'x', `${chat.key}%20en`]
    for (const key of keys) {
      const { status, body } = await read(key)
      expect([status, body.error?.code], key).toEqual([404, 'SVC-WIDGET-NOT_FOUND'])
    }
    const late = await makeChat()
    await tenantRows(`update tenants set status = 'SUSPENDED' where tenant_id = $tenant`)
    expect((await read(late.key)).status).toBe(404)
    for (const bad of ['', '%00', `&key=${late.key}`, '&locale=%00', '&locale=a', `&locale=${'a'.repeat(50)}`])
      expect((await read(bad === '' ? '' : late.key, bad)).status, bad).toBe(400)
  })
})
