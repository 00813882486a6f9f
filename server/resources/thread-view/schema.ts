/** The public schema of a thread view. */
import { closed, component, nullable, type Shape, Type } from '#platform/schema.ts'
import { AuditLog } from '../audit-logs/index.ts'
import { Customer } from '../customers/index.ts'
import { SatisfactionRequest } from '../satisfaction/index.ts'
import { Meeting } from '../scheduled-meetings/index.ts'
import { Message, Thread, ThreadFollower } from '../threads/index.ts'
import { Draft, Presence, ReadMark, ThreadVisitor } from '../working-state/index.ts'

const PartMeta = component(
  'ThreadViewPartMeta',
  closed(
    {
      cursor: Type.String({ description: 'Pass it as `cursor` to the list operation for the next page; empty on the last one.' }),
      hasMore: Type.Boolean({ description: 'Whether more results follow.' }),
      total: Type.Integer({ minimum: 0, description: 'The exact number of matching results.' }),
    },
    { description: 'The position of the page in its list.' },
  ),
)

/** Returns the examples of a component. */
function getExamples(shape: Shape): unknown[] {
  // Safe because a TypeBox schema is a JSON Schema object at run time.
  const { examples = [] } = shape as { examples?: unknown[] }
  return examples
}

function page<Item extends Shape>(name: string, item: Item, description: string) {
  const data = getExamples(item)
  const examples = [{ data, meta: { cursor: '', hasMore: false, total: data.length } }]
  return component(name, closed({ data: Type.Array(item, { description: 'The page.' }), meta: PartMeta }, { description, examples }))
}

const MessagePage = page('ThreadViewMessages', Message, 'The newest messages, as in `GET /threads/{id}/messages`.')
const ScheduledPage = page('ThreadViewScheduled', Message, 'Replies that wait to be sent, as in `GET /threads/{id}/scheduled-messages`.')
const ThreadPage = page('ThreadViewThreads', Thread, 'The newest threads of the customer, as in `GET /customers/{id}/threads`.')
const HistoryPage = page('ThreadViewHistory', AuditLog, 'The newest changes of the thread, as in `GET /audit-logs?targetId={id}`.')
const MeetingPage = page('ThreadViewMeetings', Meeting, 'Its meetings, as in `GET /scheduled-meetings?threadId={id}`.')
const SatisfactionPage = page(
  'ThreadViewSatisfaction',
  SatisfactionRequest,
  'The newest requests to rate it, as in `GET /satisfaction-requests?threadId={id}`.',
)
const FollowerPage = page('ThreadViewFollowers', ThreadFollower, 'The users who follow it, as in `GET /threads/{id}/followers`.')

const ThreadDrafts = component(
  'ThreadDrafts',
  closed(
    {
      reply: nullable(Draft, { description: 'The unsent reply; null when there is none.' }),
      note: nullable(Draft, { description: 'The unsent internal note; null when there is none.' }),
    },
    { description: 'The caller’s drafts for a thread.' },
  ),
)

export const ThreadView = component(
  'ThreadView',
  closed(
    {
      thread: Thread,
      messages: MessagePage,
      scheduledMessages: ScheduledPage,
      customerThreads: ThreadPage,
      followers: FollowerPage,
      satisfactionRequests: SatisfactionPage,
      customer: nullable(Customer, { description: 'The customer; null without the scope customers:read.' }),
      meetings: nullable(MeetingPage, { description: 'The meetings; null without the scope meetings:read.' }),
      history: nullable(HistoryPage, { description: 'The changes; null without the scope audit:read.' }),
      drafts: nullable(ThreadDrafts, { description: 'The caller’s drafts; null without the scope threads:write.' }),
      read: nullable(ReadMark, { description: 'The caller’s read mark; null without the scope threads:write.' }),
      presence: nullable(Presence, { description: 'The present users; null without the scope threads:write.' }),
      visitor: nullable(ThreadVisitor, { description: 'The visitor of a website with whom it takes place; null for other threads.' }),
    },
    {
      description: 'A thread with all parts of its view.',
      examples: [
        {
          thread: getExamples(Thread)[0],
          messages: getExamples(MessagePage)[0],
          scheduledMessages: { data: [], meta: { cursor: '', hasMore: false, total: 0 } },
          customerThreads: getExamples(ThreadPage)[0],
          followers: getExamples(FollowerPage)[0],
          satisfactionRequests: getExamples(SatisfactionPage)[0],
          customer: getExamples(Customer)[0],
          meetings: getExamples(MeetingPage)[0],
          history: getExamples(HistoryPage)[0],
          drafts: { reply: getExamples(Draft)[0], note: null },
          read: getExamples(ReadMark)[0],
          presence: getExamples(Presence)[0],
          visitor: null,
        },
      ],
    },
  ),
)
