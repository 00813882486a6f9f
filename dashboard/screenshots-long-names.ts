/** Gives the sample company names and addresses of 40 characters and subjects of 200, so that `npm run screenshots` finds what they break. */
import type { SkeinClient } from '../client/index.ts'

const person = 'Maximiliane Wolfeschlegelsteinhausenberg'
const address = 'maximiliane.wolfeschlegelsteinhausen@mail.example.com'
const noun = 'Donaudampfschifffahrtselektrizitätenverw'
const subject = `The export of ${noun} is empty since Monday, and so are the invoices, the delivery notes and the labels that we print every morning before the shop opens, whichever browser we use or account we take`

type Shown = { threadId: string; customerId: string }

/** Renames the thread and its customer, and creates an object of each kind with a long name. */
export async function lengthenNames(skein: SkeinClient, { threadId, customerId }: Shown): Promise<void> {
  await skein.updateThread({ path: { id: threadId }, body: { subject: subject.slice(0, 200) } })
  await skein.updateCustomer({ path: { id: customerId }, body: { name: person, email: address } })
  const { data: colleague } = await skein.createUser({ body: { name: person, email: address, role: 'AGENT', invite: false } })
  await skein.assignThread({ path: { id: threadId }, body: { assigneeId: colleague.id } })
  const { data: label } = await skein.createLabel({ body: { name: noun.toLowerCase() } })
  await skein.changeThreadLabels({ path: { id: threadId }, body: { add: [label.id] } })
  await skein.createTeam({ body: { name: noun } })
  await skein.createView({ body: { name: noun, filters: { status: 'open', labelId: label.id, assigneeId: colleague.id }, shared: true } })
  await skein.createCannedResponse({ body: { shortcut: 'a-rather-long-shortcut-of-forty-letters-x', title: noun, body: `${subject}\n` } })
  await skein.createCustomField({ body: { key: 'contract', name: noun, appliesTo: 'CUSTOMER', type: 'TEXT' } })
  await skein.createKbArticle({ body: { title: subject.slice(0, 200), body: subject, locale: 'en' } })
  await skein.createWebhook({ body: { url: `https://192.0.2.1/${noun}/${noun}`, events: ['thread.created'], description: noun } })
  const startsAt = new Date(Date.now() + 26 * 3_600_000)
  await skein.scheduleMeeting({
    path: { id: threadId },
    body: {
      title: noun,
      startsAt: startsAt.toISOString(),
      endsAt: new Date(startsAt.getTime() + 1_800_000).toISOString(),
      timezone: 'America/Argentina/ComodRivadavia',
      hostId: colleague.id,
      location: { type: 'VIDEO', url: `https://meet.example.com/${noun}/${noun}` },
    },
  })
}
