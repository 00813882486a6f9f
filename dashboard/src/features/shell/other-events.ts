/** Applies events to cached data that neither `applyCatalogueEvent` nor `applyThreadEvent` updates. */
import type { QueryClient } from '@tanstack/react-query'
import type { Customer, SkeinEvent, User } from '@skein/client'
import { patchPages, type CatalogueList } from '../catalogue/catalogue-cache.ts'
import { applyArticleEvent } from '../knowledge/article-events.ts'
import { applyInboundMailEvent } from '../inbound-mails/mail-cache.ts'
import { applyConnectionEvent } from '../inboxes/connection-key.ts'
import { applyMeetingEvent } from '../meetings/use-meetings.ts'
import { applyCustomerToRecipients, applyParticipantsEvent } from '../thread/email/participants.ts'
import { applyFollowersEvent, removeFollower } from '../threads/followers-cache.ts'
import { applySatisfactionEvent } from '../satisfaction/satisfaction-cache.ts'
import { clearPreviews } from '../threads/previews.ts'
import { viewCountsKey } from '../threads/thread-counts.ts'

export function applyOtherEvent(queries: QueryClient, event: SkeinEvent, meId: string): void {
  // The view's filters may have changed, and therefore its count.
  if (event.type.startsWith('view.')) void queries.invalidateQueries({ queryKey: viewCountsKey })
  if (event.type.startsWith('meeting.')) applyMeetingEvent(queries, event)
  if (event.type === 'thread.participants_changed') applyParticipantsEvent(queries, event.data.object)
  if (event.type === 'thread.followers_changed') applyFollowersEvent(queries, event.data.object, meId)
  if (event.type === 'user.deleted') removeFollower(queries, event.data.object.id)
  if (event.type.startsWith('inbox.')) applyConnectionEvent(queries, event)
  if (event.type.startsWith('inbound_mail.')) applyInboundMailEvent(queries, event)
  if (event.type.startsWith('kb_article.')) applyArticleEvent(queries, event)
  if (event.type.startsWith('customer.')) applyCustomerEvent(queries, event)
  if (event.type.startsWith('satisfaction.')) applySatisfactionEvent(queries, event)
  if (event.type === 'session.created') showSignIn(queries, event.data.object)
}

/** Updates the last-seen time in lists of users: signing in does not emit `user.updated`. */
function showSignIn(queries: QueryClient, { userId, createdAt }: { userId: string; createdAt: string }): void {
  queries.setQueriesData<CatalogueList<User>>({ queryKey: ['catalogue', 'user'] }, (list) => {
    const user = list?.pages.flatMap(({ data }) => data).find(({ id }) => id === userId)
    return list && user ? patchPages(list, { ...user, lastSeenAt: createdAt }) : list
  })
}

function applyCustomerEvent(queries: QueryClient, event: SkeinEvent): void {
  // Safe because the object of `customer.*` events is a customer. `customer.erased` contains only the id, which is all that its handler
  // reads.
  const customer = event.data.object as Customer
  if (event.type === 'customer.erased') {
    clearPreviews(queries)
    void queries.invalidateQueries({ queryKey: ['threads'] })
  }
  if (event.type === 'customer.updated') applyCustomerToRecipients(queries, customer.id)
  if (event.type === 'customer.updated') queries.setQueryData(['customer', customer.id], customer)
  else if (event.type !== 'customer.created') void queries.invalidateQueries({ queryKey: ['customer', customer.id], refetchType: 'active' })
}
