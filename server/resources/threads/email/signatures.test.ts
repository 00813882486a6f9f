/** The signature of a mail: the author's own one, or the inbox's, with its variables filled in. */
import { beforeAll, expect, it } from 'vitest'
import { statement } from '#platform/db.ts'
import { CollectedEffects } from '#platform/outbox/ledger.ts'
import { newId, parseTypeId } from '#platform/ids.ts'
import { createSecrets } from '#platform/secrets.ts'
import { setUpTenant } from '../../../../test/support/service.ts'
import { freezeAutomaticMail } from './freeze-automatic.ts'
import { freezeMail } from './freeze-mail.ts'

const { service, tenant } = await setUpTenant()
const { skein } = tenant
const secrets = createSecrets('a key of this test, which is long enough')
const mail = { from: 'skein@acme.example', domain: 'localhost', requireSenderProof: false }

let session = ''
let inboxId = ''
let threadId = ''
beforeAll(async () => {
  session = (await tenant.sessionFor(tenant.ownerId)).accessToken
  const inbox = {
    name: 'Support',
    type: 'EMAIL',
    address: 'support@acme.example',
    signature: '{{agent.name|The team}} of {{inbox.name}}',
  } as const
  inboxId = (await skein.createInbox({ body: inbox })).data.id
  const requester = { email: 'ada@example.com', name: 'Ada Lovelace' }
  threadId = (await skein.createThread({ body: { title: 'Help', body: 'Please', requester, inboxId } })).data.threadId
})

const choose = (signature: unknown) => service.api('PATCH', '/me/preferences', { key: session, body: { signature } })
const toUuid = (prefix: 'thr' | 'usr', id: string) => parseTypeId(prefix, id) ?? ''
/** Returns the signature below a reply of the owner, or below an automatic reply. */
const freeze = (isAutomatic = false) =>
  service.db.transaction(async (tx) => {
    const services = { config: { mail }, secrets, effects: new CollectedEffects() }
    const key = { tenantId: tenant.tenantId, threadId: toUuid('thr', threadId), messageId: newId() }
    const content = { body: 'We are on it.', bodyFormat: 'text' } as const
    const author = { id: toUuid('usr', tenant.ownerId), name: 'owner' }
    // Safe because the function reads only the settings of mail.
    const automatic = () => freezeAutomaticMail(tx, services as never, key, { content, input: {} })
    const frozen = isAutomatic ? await automatic() : await freezeMail(tx, services, key, { author, content, input: {} })
    return frozen?.snapshot.signature?.body ?? null
  })

it('a reply has the author’s own signature, or the inbox’s', async () => {
  const { data } = await skein.getMe()
  expect(await freeze()).toBe('owner of Support')
  expect((await choose('{{agent.name}}\n{{agent.email}} · {{ tenant.name }}\nFor {{customer.firstName}}')).status).toBe(200)
  expect(await freeze()).toBe(`owner\nowner@example.com · ${data.tenant.name}\nFor Ada`)
  expect((await choose(null)).status).toBe(200)
  expect(await freeze()).toBe('owner of Support')
})

it('an automatic reply has the inbox’s signature, without an agent', async () => {
  await choose('Only mine')
  expect(await freeze(true)).toBe('The team of Support')
})

it('a variable without a value leaves nothing, and an unknown one is refused', async () => {
  await choose('Grace {{team.name}}\n{{team.name|Support team}}')
  expect(await freeze()).toBe('Grace\nSupport team')
  await choose('Grace \t {{team.name}} {{team.name}}, {{ team.name }}Acme')
  expect(await freeze()).toBe('Grace,Acme')
  await choose('{{team.name}}')
  expect(await freeze()).toBeNull()
  const refused = await choose('{{agent.nmae}}')
  expect([refused.status, refused.body.error?.details?.[0]?.code]).toEqual([400, 'UNKNOWN_VARIABLE'])
  expect((await choose('')).status).toBe(400)
  expect((await service.api<{ signature: string }>('GET', '/me/preferences', { key: session })).body.data.signature).toBe('{{team.name}}')
})

const findSignatures = statement<{ tenantId: string }, { body: string }>(
  `select snapshot -> 'signature' ->> 'body' as body from outgoing_messages where tenant_id = :tenantId::uuid order by message_id`,
)

it('a new thread and a forward have the author’s signature, too', async () => {
  await choose('{{agent.name}} for {{customer.name|everyone}}, {{inbox.name}}')
  const compose = { inboxId, to: ['eve@example.com'], subject: 'Ready', body: 'It is ready.' }
  expect((await tenant.api('POST', '/threads/compose', { body: compose })).status).toBe(201)
  expect((await tenant.api('POST', `/threads/${threadId}/forward`, { body: { to: ['boss@example.com'] } })).status).toBe(201)
  const found = await service.db.rows(findSignatures, { tenantId: tenant.tenantId })
  expect(found.map(({ body }) => body)).toEqual(['owner for everyone, Support', 'owner for Ada Lovelace, Support'])
})
