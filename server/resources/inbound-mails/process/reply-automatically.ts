/** Sends an inbox's automatic reply to the first mail of a thread, in a job. */
import { job } from '#platform/jobs/job.ts'
import { writeAutomaticReply } from '../../threads/index.ts'
import { mayAutoReply, type AutoReplyFacts } from '../guards/may-auto-reply.ts'
import { countAutomaticReplies, type InboxFacts, listEmailInboxes } from './queries.ts'

declare global {
  interface EnqueuedJobs {
    /** The key is the thread's id. */
    'reply-automatically': {
      inboxId: string
      facts: Omit<AutoReplyFacts, 'sent'>
      /** Values of `X-Skein-Loop`. */
      loop: string[]
    }
  }
}

/**
 * Returns the texts of an inbox's automatic reply. Without a separate text for outside business hours, the same text applies at any time.
 */
function toTexts({ autoReply, autoReplyOutsideHours }: InboxFacts) {
  return { insideHours: autoReply, outsideHours: autoReplyOutsideHours ?? autoReply }
}

export const replyAutomatically = job({
  name: 'reply-automatically',
  description: 'Sends the automatic reply of an inbox.',
  // One at a time, so that two mails of one sender cannot both take the last reply within the limits.
  atOnce: 1,
  async run({ tx, effects, tenantId, key: threadId, input: { inboxId, facts, loop }, config, secrets }) {
    const inbox = (await tx.rows(listEmailInboxes, { tenantId })).find(({ id }) => id === inboxId)
    if (!inbox) return
    const counts = await tx.first(countAutomaticReplies, { tenantId, inboxId, address: facts.sender })
    const sent = { thread: 0, addressHour: 0, addressDay: 0, inboxHour: 0, ...counts }
    if (!mayAutoReply({ ...facts, sent }, config.mailIn.guards)) return
    const reply = { threadId, inboxId, address: facts.sender, texts: toTexts(inbox), loop }
    await writeAutomaticReply({ tx, effects, tenantId, config, secrets }, reply)
  },
})
