/** What `npm run screenshots` shows beside the sample company. */
import type { SkeinClient } from '../client/index.ts'

type Threads = Awaited<ReturnType<SkeinClient['listThreads']>>['data']

/** Makes what the sample company has none of. Returns the thread with the longest conversation and its customer. */
export async function addWhatScreensShow(skein: SkeinClient): Promise<{ threadId: string; customerId: string }> {
  // An address, so that no name has to be looked up; of a network for examples, so that nothing is sent to anybody.
  await skein.createWebhook({ body: { url: 'https://192.0.2.1/skein', events: ['*'], description: 'Warehouse' } })
  const { data: threads } = await skein.listThreads({ query: { status: 'open', sort: '-lastMessageAt', limit: 50 } })
  const [thread] = threads.toSorted((a, b) => b.messageCount - a.messageCount)
  if (!thread) throw new Error('The sample company has open threads')
  await skein.createCannedResponse({
    body: {
      shortcut: 'thanks',
      title: 'Thank you',
      body: 'Hello {{customer.name}},\n\nthank you for telling us. We look into it and write again today.',
    },
  })
  await skein.createTeam({ body: { name: 'Second line' } })
  await skein.createCustomField({ body: { key: 'serial', name: 'Serial number', appliesTo: 'THREAD', type: 'TEXT' } })
  await skein.createView({ body: { name: 'Waiting longest', filters: { status: 'open' }, sort: 'waitingSince', shared: true } })
  await addArticles(skein)
  await addPromises(skein, threads)
  await addMeetings(skein, threads)
  return { threadId: thread.id, customerId: thread.customer.id }
}

async function addArticles(skein: SkeinClient): Promise<void> {
  const { data: payments } = await skein.createKbCollection({
    body: { name: 'Payments', slug: 'payments', description: 'Refunds, invoices and cards.' },
  })
  const { data: cards } = await skein.createKbCollection({ body: { name: 'Cards', parentId: payments.id } })
  const refund =
    'Open **Orders** and choose *Refund*. The money is on its way within three days.\n\n## Who can ask\n\nWhoever placed the order.\n\n## How long it takes\n\n1. We check the order.\n2. Your bank books the money.\n\n> Some banks need a week.\n\n```\nORDER-77: refunded\n```'
  for (const [title, body, collectionId] of [
    ['How to get a refund', refund, payments.id],
    ['Where invoices are', 'Open **Settings**, then *Invoices*.', payments.id],
    ['A card is refused', 'Ask your bank first. Then write to us.', cards.id],
  ] as const) {
    const { data } = await skein.createKbArticle({ body: { title, body, collectionId, locale: 'en' } })
    await skein.publishKbArticle({ path: { id: data.id } })
  }
}

/** Policies choose when a thread changes, so two threads change: one has its clock running, one paused. */
async function addPromises(skein: SkeinClient, threads: Threads): Promise<void> {
  const day: [string, string][] = [
    ['09:00', '12:30'],
    ['13:30', '18:00'],
  ]
  const weekly = { mon: day, tue: day, wed: day, thu: day, fri: [['09:00', '15:00'] as [string, string]] }
  const holidays = [{ date: `${new Date().getUTCFullYear() + 1}-01-01`, name: 'New Year' }]
  const { data: hours } = await skein.createBusinessHours({ body: { name: 'Office Berlin', timezone: 'Europe/Berlin', weekly, holidays } })
  const targets = { firstResponse: { urgent: 30, high: 120 }, nextResponse: { urgent: 60, high: 240 }, resolution: { urgent: 480 } }
  await skein.createSlaPolicy({
    body: { name: 'Urgent first', conditions: { priorities: ['urgent', 'high'] }, targets, pauseOn: ['pending'] },
  })
  await skein.createSlaPolicy({ body: { name: 'Everybody', targets: { resolution: { normal: 2880 } }, businessHoursId: hours.id } })
  const [running, paused] = threads.filter(({ priority }) => priority !== 'urgent')
  for (const thread of [running, paused]) if (thread) await skein.updateThread({ path: { id: thread.id }, body: { priority: 'urgent' } })
  if (paused) await skein.updateThread({ path: { id: paused.id }, body: { status: 'pending' } })
}

/** One on each of the next days, so that a week and a list have something to show. */
async function addMeetings(skein: SkeinClient, threads: Threads): Promise<void> {
  const { data: people } = await skein.listUsers({ query: { limit: 50 } })
  const hosts = people.filter(({ role, status }) => role !== 'VIEWER' && status === 'ACTIVE')
  for (const [n, title] of ['Walk through the export', 'Set up the lamp together', 'Renewal'].entries()) {
    const [thread, host] = [threads[n], hosts[n % hosts.length]]
    if (!thread || !host) throw new Error('The sample company has threads and people')
    const startsAt = new Date(Date.now() + (n + 1) * 86_400_000)
    startsAt.setUTCHours(9 + 2 * n, 30, 0, 0)
    const endsAt = new Date(startsAt.getTime() + 45 * 60_000)
    const location = { type: 'VIDEO', url: 'https://meet.example.com/walk' } as const
    const when = { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString(), timezone: 'Europe/Berlin' }
    await skein.scheduleMeeting({ path: { id: thread.id }, body: { title, ...when, hostId: host.id, location } })
  }
}
