/** Notifies users in a job, for the action NOTIFY of automation rules. */
import { render } from '#kit/variables.ts'
import { fetchOne } from '#kit/write.ts'
import type { Uuid } from '#platform/ids.ts'
import { job } from '#platform/jobs/job.ts'
import { readSettings } from '../../tenants/index.ts'
import { readThread, readVariables } from '../../threads/index.ts'
import { orderMails } from '../mail/order-mails.ts'
import { orderPushes } from '../push/send-push.ts'
import { mayRead, type Notice } from './find-notices.ts'
import { insertNotices, listPushes } from './insert-notices.ts'
import { readPeople } from './surroundings.ts'
import { findPlaces, findPresent } from './surroundings-queries.ts'

/** Text of a rule, and its recipients. The variables in `text` are not filled in yet, so that jobs contain no customer data. */
export type Notifying = {
  ruleId: Uuid
  threadId: Uuid
  /** The event that triggered the rule, or the first in a chain of rules; null for a TIME rule. */
  eventId: Uuid | null
  userIds: readonly Uuid[]
  teamId: Uuid | null
  followers: boolean
  text: string
}

declare global {
  interface EnqueuedJobs {
    /** The key is the rule's run and the index of the action, so that a run notifies once. */
    'notify-users': Notifying
  }
}

const maxTextLength = 200

export const notifyUsers = job({
  name: 'notify-users',
  description: 'Tells users about a thread, because a rule says so.',
  async run({ tx, tenantId, input }) {
    const { ruleId, threadId, eventId, userIds, teamId, followers } = input
    const [place] = await tx.rows(findPlaces, { tenantId, threadIds: [threadId] })
    const thread = await readThread(tx, { tenantId, id: threadId })
    const settings = await readSettings(tx, tenantId)
    // The thread has been erased in the meantime.
    if (!place || !thread || !settings) return
    const variables = await readVariables(tx, { tenantId, tenant: settings, user: null }, thread)
    const text = render(input.text, 'text', variables).text.replaceAll(/\s+/g, ' ').trim().slice(0, maxTextLength)
    const people = await readPeople(tx, tenantId, {
      userIds: [...userIds, ...(followers ? place.followerIds : [])],
      teamIds: teamId === null ? [] : [teamId],
    })
    const present = await fetchOne(tx, findPresent, { tenantId })
    const notices = [...people].flatMap(([userId, person]): Notice[] =>
      mayRead(person)
        ? [
            {
              userId,
              type: 'RULE',
              thread: place,
              messageId: null,
              jobId: null,
              text,
              actor: { type: 'RULE', id: ruleId },
              event: { id: eventId, sequence: present.sequence, createdAt: present.at },
            },
          ]
        : [],
    )
    const wishes = await insertNotices(tx, tenantId, notices, people)
    await orderMails(tx, tenantId, wishes)
    await orderPushes(tx, tenantId, listPushes(wishes))
  },
})
