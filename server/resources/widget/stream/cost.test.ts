/** What many open streams cost. */
import { expect, it } from 'vitest'
import { openChat, startVisitor } from '../../../../test/support/chats.ts'
import { openStream } from '../../../../test/support/event-streams.ts'
import { setUpTenant } from '../../../../test/support/service.ts'

const streamCount = 40
const statements: string[] = []
const { service, tenant } = await setUpTenant({ onStatement: (text) => statements.push(text) })

it('an event is read by the stream of its visitor only', async () => {
  const chat = await openChat(tenant)
  const visitors = await Promise.all(Array.from({ length: streamCount }, () => startVisitor(service, chat)))
  const streams = await Promise.all(visitors.map(({ token }) => openStream(service.port, token, { path: '/widget/stream' })))
  const [first] = visitors
  const [stream] = streams
  if (!first || !stream) throw new Error('There are no visitors')
  const { id } = await first.begin('Hello')
  await stream.until(({ data }) => data.includes('Hello'))
  await expect.poll(() => streams.every((each) => each.lastEventId() !== '')).toBe(true)
  statements.length = 0
  const replies = 10
  for (let n = 0; n < replies; n++) await tenant.skein.replyToThread({ path: { id }, body: { body: `Answer ${n}.` } })
  await stream.until(({ data }) => data.includes(`Answer ${replies - 1}.`))
  const countOf = (part: string): number => statements.filter((text) => text.includes(part)).length
  // One message and, because the first reply assigns the thread, one change of the thread.
  expect(countOf('jsonb_array_elements(m.delivery')).toBeLessThanOrEqual(replies + 1)
  expect(countOf('select address from thread_conversations')).toBeLessThanOrEqual(1)
  expect(streams.slice(1).flatMap(({ frames }) => frames)).toEqual([])
  statements.length = 0
  await tenant.api('POST', `/threads/${id}/presence`, { body: { state: 'VIEWING' } })
  await tenant.api('PUT', `/threads/${id}/read`, { body: {} })
  await stream.until(({ data }) => /"seenThrough":"/.test(data))
  expect(countOf('row_to_json(l) as "lastMessage"')).toBeLessThanOrEqual(2)
  expect(countOf('select address from thread_conversations')).toBeLessThanOrEqual(1)
  for (const each of streams) each.close()
})
