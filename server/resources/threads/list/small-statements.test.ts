import { expect, it } from 'vitest'
import { findLarge } from '../../../../test/support/procedure-audit.ts'
import { setUpTenant } from '../../../../test/support/service.ts'
import { loadParser } from '../../../../test/support/syntax-tree.ts'

const sent: string[] = []
await loadParser()
const { tenant } = await setUpTenant({ onStatement: (text) => void sent.push(text) })

/** A cluster replans a statement over several tables at each execution, but plans a single-table statement only once. */
it('what agents change all day takes procedures and statements of one table', async () => {
  const { skein, ownerId: assigneeId } = tenant
  const { data } = await skein.createThread({ body: { title: 'Printer', body: 'Help', requester: { email: 'ada@example.com' } } })
  const path = { id: data.threadId }
  await skein.createLabel({ body: { name: 'Billing' } })
  const changes: Record<string, () => Promise<unknown>> = {
    resolve: () => skein.updateThread({ path, body: { status: 'resolved' } }),
    reopen: () => skein.updateThread({ path, body: { status: 'open' } }),
    'change the priority': () => skein.updateThread({ path, body: { priority: 'high' } }),
    assign: () => skein.assignThread({ path, body: { assigneeId } }),
    unassign: () => skein.assignThread({ path, body: { assigneeId: null } }),
    label: () => skein.changeThreadLabels({ path, body: { add: ['Billing'] } }),
    'remove a label': () => skein.changeThreadLabels({ path, body: { remove: ['Billing'] } }),
    snooze: () => skein.snoozeThread({ path, body: { durationSeconds: 3600 } }),
    'snooze until the customer writes': () => skein.snoozeThread({ path, body: { untilReply: true } }),
    'mark as read': () => skein.markThreadRead({ path, body: {} }),
    'mark as unread': () => skein.markThreadRead({ path, body: { unread: true } }),
    'end the snooze': () => skein.unsnoozeThread({ path }),
  }
  for (const [what, change] of Object.entries(changes)) {
    sent.length = 0
    await change()
    // The service may meanwhile refresh its cached API key on another connection.
    const texts = sent.slice(sent.indexOf('begin') + 1, sent.lastIndexOf('commit')).filter((text) => !text.includes('from api_keys'))
    expect(texts.length, what).toBeGreaterThan(1)
    expect(texts.flatMap((text) => findLarge(text).map((fault) => `${what} ${fault}: ${text}`))).toEqual([])
  }
})
