import { beforeEach, describe, expect, it } from 'vitest'
import type { Inbox } from '../../../client/index.ts'
import { png, uploadFile } from '../../../test/support/files.ts'
import { randomIdSuffix, setUpService, type TestTenant } from '../../../test/support/service.ts'
import { findWidget } from './widgets/find-widget.ts'

const service = await setUpService()
let tenant: TestTenant
beforeEach(async () => {
  tenant = await service.createTenant()
})

const make = (body: object = {}) => tenant.api<Inbox>('POST', '/inboxes', { body: { name: 'Chat', type: 'WIDGET', ...body } })
const create = async (body: object = {}) => (await make(body)).body.data
const change = (id: string, widget: object) => tenant.api<Inbox>('PATCH', `/inboxes/${id}`, { body: { widget } })
const details = async (response: ReturnType<typeof make>) => {
  const { status, body } = await response
  return [status, body.error?.details?.map(({ field, code }) => `${field} ${code}`)]
}

describe('the settings of a website chat', () => {
  it('have defaults and a key when the inbox is created without any', async () => {
    const { id, widget, capabilities } = await create()
    expect(widget).toEqual({
      key: id.replace('inb_', 'wgt_'),
      allowedOrigins: [],
      allowApps: false,
      requireIdentity: false,
      identitySecrets: [],
      appearance: {
        color: '#4445c2',
        position: 'RIGHT',
        title: null,
        greeting: null,
        launcher: null,
        logoUploadId: null,
        zIndex: 1_000_000,
      },
      preChat: [],
      files: true,
      helpCenter: true,
      askRating: true,
      pageUrl: 'NONE',
      continuity: null,
      sessionDays: 30,
    })
    expect(capabilities).toMatchObject({
      delivers: 'SERVICE',
      receipts: ['DELIVERED', 'SEEN'],
      startsConversations: 'NO',
      recipients: 'ONE',
    })
  })

  it('change field by field, and what is sent again changes nothing', async () => {
    const { id } = await create({ widget: { appearance: { color: '#AABBCC', title: ' Shop ' }, allowedOrigins: ['https://Example.com/'] } })
    const { body } = await change(id, { appearance: { greeting: 'Hello' }, preChat: [{ field: 'EMAIL' }], sessionDays: 7 })
    expect(body.data.widget).toMatchObject({
      allowedOrigins: ['https://example.com'],
      appearance: { color: '#aabbcc', title: 'Shop', greeting: 'Hello', position: 'RIGHT' },
      preChat: [{ field: 'EMAIL', required: false }],
      sessionDays: 7,
    })
    const before = await tenant.api('GET', `/inboxes/${id}`)
    await change(id, { sessionDays: 7, appearance: { color: '#aabbcc' } })
    expect((await tenant.api('GET', `/inboxes/${id}`)).headers.etag).toBe(before.headers.etag)
    expect((await change(id, { files: false })).body.data.capabilities.files).toBeNull()
  })

  it('are complete in inboxes that an earlier version created', async () => {
    const { id, widget } = await create({ address: 'example.com' })
    await service.db.script(`update inboxes set widget = null where tenant_id = '${tenant.tenantId}' and type = 'WIDGET'`)
    expect((await tenant.skein.getInbox({ path: { id } })).data.widget).toEqual(widget)
    expect((await change(id, { appearance: { color: '#000000' } })).body.data.widget).toEqual({
      ...widget,
      appearance: { ...widget?.appearance, color: '#000000' },
    })
    expect((await tenant.skein.updateInbox({ path: { id }, body: { name: 'Renamed' } })).data.widget?.appearance.color).toBe('#000000')
  })

  it('belong to no other type', async () => {
    expect(await details(make({ type: 'EMAIL', widget: {} }))).toEqual([400, ['widget NOT_ALLOWED']])
    expect(await details(change(tenant.inboxId, { files: false }))).toEqual([400, ['widget NOT_ALLOWED']])
    expect((await tenant.skein.getInbox({ path: { id: tenant.inboxId } })).data.widget).toBeNull()
  })

  it.each<[string, object, string[]]>([
    ['an http site', { allowedOrigins: ['https://example.com', 'http://example.com'] }, ['widget.allowedOrigins[1] INVALID_FORMAT']],
    [
      'too many sites',
      { allowedOrigins: Array.from({ length: 51 }, (_, i) => `https://${i}.example.com`) },
      ['widget.allowedOrigins TOO_LARGE'],
    ],
    ['a colour’s name', { appearance: { color: 'red' } }, ['widget.appearance.color INVALID_FORMAT']],
    ['a short colour', { appearance: { color: '#fff' } }, ['widget.appearance.color INVALID_FORMAT']],
    ['a long greeting', { appearance: { greeting: 'x'.repeat(301) } }, ['widget.appearance.greeting TOO_LARGE']],
    ['a repeated field', { preChat: [{ field: 'EMAIL' }, { field: 'EMAIL' }] }, ['widget.preChat[1].field REPEATED']],
    ['an unknown field of a visitor', { preChat: [{ field: 'PHONE' }] }, ['widget.preChat[0].field INVALID_FORMAT']],
    ['no days', { sessionDays: 0 }, ['widget.sessionDays TOO_SMALL']],
    ['a key', { key: 'wgt_1' }, ['widget.key UNKNOWN_FIELD']],
  ])('cannot be %s', async (_, widget, problems) => {
    expect(await details(make({ widget }))).toEqual([400, problems])
    const { id } = await create()
    expect(await details(change(id, widget))).toEqual([400, problems])
  })

  it('name only an EMAIL inbox, a custom field and a file of the same tenant', async () => {
    const other = await service.createTenant()
    const mail = (await other.skein.createInbox({ body: { name: 'Mail', type: 'EMAIL' } })).data.id
    const { id } = await create()
    for (const inboxId of [mail, tenant.inboxId, id, `inb_${randomIdSuffix()}`])
      expect(await details(change(id, { continuity: { inboxId } }))).toEqual([422, ['widget.continuity.inboxId UNKNOWN']])
    for (const [appliesTo, key] of [
      ['THREAD', 'order_number'],
      ['CUSTOMER', 'plan'],
    ] as const)
      await tenant.skein.createCustomField({ body: { key, name: key, appliesTo, type: 'TEXT' } })
    const preChat = [{ field: 'NAME' }, { field: 'plan' }, { field: 'order_number', required: true }, { field: 'missing' }]
    expect(await details(change(id, { preChat }))).toEqual([422, ['widget.preChat[1].field UNKNOWN', 'widget.preChat[3].field UNKNOWN']])
    expect((await change(id, { preChat: [preChat[0], preChat[2]] })).status).toBe(200)
    const [own, foreign] = await Promise.all([tenant, other].map((each) => uploadFile(each, { bytes: png, type: 'image/png' })))
    const text = await uploadFile(tenant, { bytes: 'text' })
    const setLogo = (logoUploadId: string | undefined) => change(id, { appearance: { logoUploadId } })
    for (const logo of [`upl_${randomIdSuffix()}`, foreign?.id, text.id])
      expect(await details(setLogo(logo))).toEqual([422, ['widget.appearance.logoUploadId UNKNOWN']])
    expect((await setLogo(own?.id)).body.data.widget?.appearance.logoUploadId).toBe(own?.id)
  })

  it('keep the inbox that sends missed replies from being deleted', async () => {
    const inboxId = (await tenant.skein.createInbox({ body: { name: 'Mail', type: 'EMAIL' } })).data.id
    const { id } = await create()
    expect((await change(id, { continuity: { inboxId } })).body.data.widget?.continuity).toEqual({ inboxId, afterSeconds: 120 })
    const refused = await tenant.api('DELETE', `/inboxes/${inboxId}`)
    expect([refused.status, refused.body.error?.details]).toEqual([409, [{ field: 'inboxes', code: 'IN_USE', message: '1' }]])
    await change(id, { continuity: null })
    expect((await tenant.api('DELETE', `/inboxes/${inboxId}`)).status).toBe(200)
  })
})

describe('a chat is found by its key', () => {
  it('with its tenant, whether it is active or not, and by no other text', async () => {
    const { id, widget } = await create({ address: 'example.com' })
    const key = widget?.key ?? ''
    const found = await findWidget(service.db, key)
    expect(found).toMatchObject({ tenantId: tenant.tenantId, key, name: 'Chat', address: 'example.com', active: true, isSuspended: false })
    expect(found?.settings.sessionDays).toBe(30)
    await tenant.skein.updateInbox({ path: { id }, body: { active: false } })
    expect((await findWidget(service.db, key))?.active).toBe(false)
    const texts = [
      '',
      'wgt_',
      id,
      key.slice(4),
      key.toUpperCase(),
      `${key}0`,
      tenant.inboxId.replace('inb_', 'wgt_'),
      `wgt_${randomIdSuffix()}`,
    ]
    for (const text of texts) expect(await findWidget(service.db, text), text).toBeNull()
  })
})
