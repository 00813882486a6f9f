/** Extends the sample company for `npm run screenshots`. */
import type { SkeinClient } from '../client/index.ts'
import { addRules } from './screenshots-rules.ts'

type Threads = Awaited<ReturnType<SkeinClient['listThreads']>>['data']

/** Creates the data that the sample company lacks. Returns the thread with the longest conversation, and its customer. */
export async function addSampleObjects(skein: SkeinClient): Promise<{ threadId: string; customerId: string }> {
  // An IP address needs no DNS lookup. It is in a documentation network (RFC 5737), so deliveries reach no host.
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
  const { data: chat } = await skein.createInbox({
    body: { name: 'Chat of our app', type: 'API', hook: { outboundUrl: 'https://192.0.2.1/chat' } },
  })
  await skein.rotateInboxSecret({ path: { id: chat.id }, body: {} })
  await skein.createCustomField({ body: { key: 'serial', name: 'Serial number', appliesTo: 'THREAD', type: 'TEXT' } })
  await skein.createView({ body: { name: 'Waiting longest', filters: { status: 'open' }, sort: 'waitingSince', shared: true } })
  await addArticles(skein)
  await addSlaPolicies(skein, threads)
  await addMeetings(skein, threads)
  await addHeldMails(skein)
  await addRules(skein)
  await addNotifications(skein, threads)
  await addRatings(skein, thread.id)
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

/**
 * Creates SLA policies. The service chooses a thread's policy when the thread changes, so change two threads: one with a running clock, one
 * with a paused clock.
 */
async function addSlaPolicies(skein: SkeinClient, threads: Threads): Promise<void> {
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

/** Resolves some threads, whose customers then rate them, and the thread of the screenshots, whose customer receives a survey. */
async function addRatings(skein: SkeinClient, threadId: string): Promise<void> {
  await skein.updateTenantSettings({ body: { satisfaction: { enabled: true } } })
  const { data: label } = await skein.createLabel({ body: { name: 'follow-up' } })
  await skein.createCannedResponse({
    body: {
      shortcut: 'refund',
      title: 'Refund is on its way',
      body: 'Hello {{customer.firstName|there}},\n\nyour refund for {{thread.ticketNumber}} is on its way.',
      actions: [
        { type: 'SET_STATUS', status: 'resolved' },
        { type: 'SET_PRIORITY', priority: 'low' },
        { type: 'ADD_LABELS', labelIds: [label.id] },
        { type: 'ASSIGN', assigneeId: 'me' },
      ],
    },
  })
  await skein.createCannedResponse({
    body: {
      shortcut: 'tomorrow',
      title: 'Look again tomorrow',
      actions: [
        { type: 'SNOOZE', until: 'NEXT_WORKING_DAY' },
        { type: 'ADD_LABELS', labelIds: [label.id] },
      ],
    },
  })
  const ratings = [
    [5, 'Wow, that was quick. Thank you!'],
    [4, null],
    [2, 'I had to write twice before anyone understood what I meant.'],
    [5, 'Friendly, and solved in one message.'],
    [3, null],
  ] as const
  const { data: resolved } = await skein.listThreads({ query: { status: 'resolved', limit: 10 } })
  for (const [n, thread] of resolved.slice(0, ratings.length + 1).entries()) {
    const { data: request } = await skein.createSatisfactionRequest({ path: { id: thread.id }, body: { channel: 'API' } })
    const [score, comment] = ratings[n] ?? []
    if (score !== undefined) await skein.answerSatisfactionRequest({ path: { id: request.id }, body: { score, comment: comment ?? null } })
  }
  const { data: own } = await skein.createSatisfactionRequest({ path: { id: threadId }, body: { channel: 'LINK' } })
  await skein.answerSatisfactionRequest({ path: { id: own.id }, body: { score: 4, comment: 'Good answer, but it took two days.' } })
}

/** Lets the owner follow some threads, whose customers then write. */
async function addNotifications(skein: SkeinClient, threads: Threads): Promise<void> {
  const { data: people } = await skein.listUsers({ query: { limit: 50 } })
  const owner = people.find(({ role }) => role === 'OWNER')
  if (!owner) throw new Error('The sample company has an owner')
  const texts = [
    ['Thank you, it works again.'],
    ['Hello?', 'Is anybody there?', 'The shop opens at nine tomorrow, and we still cannot print the labels for the parcels.'],
    ['Can you call me today?'],
  ]
  const followed = threads.filter(({ status }) => status === 'open').slice(-texts.length)
  for (const [n, thread] of followed.entries()) {
    await skein.followThread({ path: { id: thread.id, userId: owner.id } })
    for (const body of texts[n] ?? []) await skein.createMessage({ path: { id: thread.id }, body: { body } })
  }
  const [first, last] = [followed[0], followed.at(-1)]
  if (last) await skein.updateThread({ path: { id: last.id }, body: { status: 'resolved' } })
  if (last) await skein.createMessage({ path: { id: last.id }, body: { body: 'It is back again.' } })
  const others = people.filter(({ id, status }) => id !== owner.id && status === 'ACTIVE').slice(0, 2)
  for (const { id: userId } of others) if (first) await skein.followThread({ path: { id: first.id, userId } })
}

/** Receives mails that the service suspends. */
async function addHeldMails(skein: SkeinClient): Promise<void> {
  const { data: inboxes } = await skein.listInboxes()
  const inbox = inboxes.find(({ type, address }) => type === 'EMAIL' && address !== null)
  if (!inbox) throw new Error('The sample company has an EMAIL inbox')
  const mails = [
    ['Lucky Lamps <offers@lamps.example>', 'Half price today only', 'Buy two, pay one.', 'X-Spam-Flag: YES'],
    ['Ines Carvalho <ines@bikes.example>', 'Out of office', 'I am back on Monday.', 'Auto-Submitted: auto-replied'],
    ['Newsletter <news@cycling.example>', 'The autumn issue', 'Twelve rides for short days.', 'X-Spam-Flag: YES'],
  ] as const
  for (const [i, [from, subject, text, mark]] of mails.entries()) {
    const lines = [
      `From: ${from}`,
      `To: ${inbox.address}`,
      `Subject: ${subject}`,
      `Message-ID: <held-${i}@mails.example>`,
      mark,
      '',
      text,
      '',
    ]
    await skein.createInboundMail({ path: { id: inbox.id }, body: lines.join('\r\n') })
  }
}

/** Schedules one meeting on each of the next days. */
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
