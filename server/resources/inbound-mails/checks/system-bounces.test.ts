/** Bounces of mails of the service itself: they mark the user whom an invitation or a notice did not reach, and create nothing. */
import { beforeEach, expect, it } from 'vitest'
import type { User } from '../../../../client/index.ts'
import { findLink, readMailFiles } from '../../../../test/support/mail-server.ts'
import { composeMail, openMailInbox, type MailInbox } from '../../../../test/support/mails.ts'
import { setUpService, type TestTenant } from '../../../../test/support/service.ts'

let tenant: TestTenant
let inbox: MailInbox
const service = await setUpService({ worker: true })
beforeEach(async () => {
  tenant = await service.createTenant()
  inbox = await openMailInbox(tenant)
})

let count = 0
const invite = async () =>
  (await tenant.skein.createUser({ body: { name: 'Grace Hopper', email: `grace${++count}@example.com`, role: 'AGENT' } })).data
const read = async (id: string): Promise<User> => (await tenant.skein.getUser({ path: { id } })).data
const isFailed = async (id: string): Promise<boolean> => (await read(id)).emailFailedAt !== null
const listUpdates = async (): Promise<object[]> => (await tenant.api<object[]>('GET', '/events?types=user.updated&limit=100')).body.data

/** Waits for the latest mail to an address. */
async function findMail(address: string) {
  const find = async () => (await readMailFiles(service.config)).find(({ to }) => to?.some((each) => each.address === address))
  await expect.poll(find).toBeDefined()
  const mail = await find()
  if (!mail) throw new Error(`No mail to ${address}`)
  return mail
}

const daemon = { From: 'Mail Delivery Subsystem <mailer-daemon@mx.example.com>', Subject: 'Undelivered Mail Returned to Sender' }
/** The headers of a mail as servers return them. */
const returnHeaders = (raw: string): string => raw.slice(0, raw.indexOf('\r\n\r\n') + 2)
const report = (address: string, raw: string, status: string): string =>
  composeMail(
    { ...daemon, 'Content-Type': 'multipart/report; report-type=delivery-status; boundary=b' },
    `--b\r\n\r\nSorry.\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example.com\r\n\r\nFinal-Recipient: rfc822; ${address}\r\n` +
      `Action: failed\r\nStatus: ${status}\r\n--b\r\nContent-Type: text/rfc822-headers\r\n\r\n${returnHeaders(raw)}--b--`,
  )
const plain = (address: string, raw: string): string =>
  composeMail(daemon, `<${address}>:\r\nUser unknown\r\n\r\n--- Below this line is a copy of the message.\r\n\r\n${returnHeaders(raw)}`)
/** A text that names no address. Only the returned headers say to whom the mail went. */
const terse = (_: string, raw: string): string =>
  composeMail(
    daemon,
    `The mailbox does not exist (#5.1.1).\r\n\r\n--- Below this line is a copy of the message.\r\n\r\n${returnHeaders(raw)}`,
  )

/** Invites a user whose invitation comes back. */
async function inviteInVain(write = plain): Promise<User> {
  const invited = await invite()
  const bounce = write(invited.email, (await findMail(invited.email)).raw)
  expect(await inbox.deliver(bounce, { from: '' })).toMatchObject({ outcome: 'BOUNCE', threadId: null, resultId: null })
  return invited
}

it.each([
  ['as a report', (address: string, raw: string) => report(address, raw, '5.1.1')],
  ['as text', plain],
  ['as text without the address', terse],
])('the bounce of an invitation %s marks the user and creates nothing', async (_, write) => {
  const invited = await inviteInVain(write)
  expect(await read(invited.id)).toEqual({ ...invited, emailFailedAt: expect.any(String) })
  expect(await listUpdates()).toMatchObject([{ data: { object: { id: invited.id }, previous: { emailFailedAt: null } } }])
  expect([(await tenant.skein.listThreads({})).meta.total, (await tenant.skein.listCustomers({})).meta.total]).toEqual([0, 0])
  expect((await tenant.skein.listAuditLogs({ query: { action: 'user.email_failed' } })).data).toMatchObject([
    { target: { id: invited.id }, after: { emailFailedAt: expect.any(String) } },
  ])
})

it('the recipient of an invitation cannot report another person as failing', async () => {
  const [invited, victim] = [await invite(), await invite()]
  await tenant.skein.upsertCustomer({ body: { email: 'ada@example.com' } })
  const { raw } = await findMail(invited.email)
  for (const address of [victim.email, 'ada@example.com'])
    for (const headers of [raw, raw.replace(/^To: .*$/m, `To: ${address}`)])
      expect(await inbox.deliver(report(address, headers, '5.1.1'), { from: '' })).toMatchObject({ outcome: 'BOUNCE', threadId: null })
  expect(await isFailed(victim.id)).toBe(false)
  expect((await tenant.skein.upsertCustomer({ body: { email: 'ada@example.com' } })).data.emailFailedAt).toBeNull()
})

it('a second bounce, a full mailbox and a bounce to another tenant change nothing', async () => {
  const [failed, other] = [await inviteInVain(), await invite()]
  const first = await read(failed.id)
  const { raw } = await findMail(failed.email)
  await inbox.deliver(plain(failed.email, raw), { from: '' })
  expect([await read(failed.id), await listUpdates()]).toMatchObject([first, { length: 1 }])
  const { raw: otherRaw } = await findMail(other.email)
  await inbox.deliver(report(other.email, otherRaw, '5.2.2'), { from: '' })
  tenant = await service.createTenant()
  inbox = await openMailInbox(tenant)
  const { data: stranger } = await tenant.skein.createUser({ body: { name: 'G', email: other.email, role: 'AGENT', invite: false } })
  // The id is signed for the first tenant, so it proves nothing here.
  expect(await inbox.deliver(report(other.email, otherRaw, '5.1.1'), { from: '' })).toMatchObject({ cause: 'BOUNCE_UNMATCHED' })
  expect(await isFailed(stranger.id)).toBe(false)
})

it('a corrected address and an accepted invitation remove the mark', async () => {
  const [corrected, accepted] = [await inviteInVain(), await inviteInVain()]
  expect([await isFailed(corrected.id), await isFailed(accepted.id)]).toEqual([true, true])
  const { data } = await tenant.skein.updateUser({ path: { id: corrected.id }, body: { email: 'right@example.com' } })
  expect(data.emailFailedAt).toBeNull()
  const token = new URLSearchParams(findLink(await findMail(accepted.email)).hash.slice(1)).get('token')
  const body = { token, password: 'salty otters read maps' }
  expect((await service.api('POST', '/auth/accept-invitation', { body })).body.data).toMatchObject({ emailFailedAt: null })
})

it('a mail from the user removes the mark, an absence notice does not', async () => {
  const invited = await inviteInVain()
  const { data: user } = await tenant.skein.updateUser({ path: { id: invited.id }, body: { status: 'ACTIVE' } })
  expect(user.emailFailedAt).not.toBeNull()
  const threadId = (await inbox.deliver(composeMail())).threadId ?? ''
  const { data: thread } = await tenant.skein.getThread({ path: { id: threadId } })
  const from = { From: `Grace <${user.email}>`, Subject: `Re: [${thread.ticketNumber}]` }
  await tenant.skein.addThreadParticipant({ path: { id: threadId }, body: { address: user.email } })
  await inbox.deliver(composeMail({ ...from, 'Auto-Submitted': 'auto-replied' }, 'I am away.'))
  expect(await isFailed(user.id)).toBe(true)
  expect((await inbox.deliver(composeMail({ From: `Grace <${user.email}>` }, 'I do get mail.'))).outcome).toBe('MESSAGE')
  expect([await isFailed(user.id), await listUpdates()]).toMatchObject([false, { length: 3 }])
})
