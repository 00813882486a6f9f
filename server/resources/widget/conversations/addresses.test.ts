/** Mails in a conversation are for their recipients, and an address that a visitor has only typed makes nobody a recipient. */
import { expect, it } from 'vitest'
import { enterPortal, openChat, openIdentities, startVisitor, type Visitor } from '../../../../test/support/chats.ts'
import { composeMail, openMailInbox } from '../../../../test/support/mails.ts'
import { setUpTenant } from '../../../../test/support/service.ts'

const { service, tenant } = await setUpTenant({ worker: true })
const mailInbox = await openMailInbox(tenant)
const chat = await openChat(tenant)
const sign = await openIdentities(tenant, chat)

const mail = (id: string, to: string) =>
  tenant.skein.replyToThread({
    path: { id },
    body: { body: `To ${to}`, to: [to], cc: [], sendBy: 'EMAIL', fromInboxId: mailInbox.inboxId },
  })
const listTexts = async (person: Visitor, id: string) => (await person.messages(id)).map(({ bodyText }) => bodyText)

it('a typed address opens no mail to somebody else in the chat', async () => {
  const visitor = await startVisitor(service, chat)
  const { id } = await visitor.begin('Hello')
  await mail(id, 'supplier@example.com')
  await visitor.begin('Open it', { preChat: { email: 'supplier@example.com' } })
  expect(await listTexts(visitor, id)).toEqual(['Hello'])
})

it('nor in the portal, where mails to the signed address are shown', async () => {
  const email = 'cust@example.com'
  const { threadId } = await mailInbox.deliver(composeMail({ From: email, Subject: 'Printer' }, 'It is broken.'))
  const id = threadId ?? ''
  await mail(id, 'supplier@example.com')
  await mail(id, email)
  const person = await enterPortal(service, chat, { identityToken: await sign({ sub: 'cust', email }) })
  await person.begin('Open it', { preChat: { email: 'supplier@example.com' } })
  expect(await listTexts(person, id)).toEqual(['It is broken.', `To ${email}`])
})

it('the automatic reply of a colleague is not for the customer, whose own is', async () => {
  const email = 'cust-2@example.com'
  const { threadId } = await mailInbox.deliver(composeMail({ From: email, Subject: 'Scanner', Cc: 'colleague@example.com' }, 'It hums.'))
  const id = threadId ?? ''
  const answer = async (to: string, text: string) => {
    await mail(id, to)
    const [sent] = (await tenant.skein.listMessages({ path: { id } })).data
    const headers = { From: to, 'Auto-Submitted': 'auto-replied', 'In-Reply-To': `<${sent?.email?.messageId}>` }
    expect(await mailInbox.deliver(composeMail(headers, text))).toMatchObject({ threadId: id })
  }
  await answer('colleague@example.com', 'The colleague is away.')
  await answer(email, 'The customer is away.')
  const person = await enterPortal(service, chat, { identityToken: await sign({ sub: 'cust-2', email }) })
  expect(await listTexts(person, id)).toEqual(['It hums.', `To ${email}`, 'The customer is away.'])
})
