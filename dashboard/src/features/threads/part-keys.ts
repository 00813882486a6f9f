/** Query keys for the parts of a thread view. */
export const draftsKey = (threadId: string) => ['thread-drafts', threadId] as const
export const followersKey = (threadId: string) => ['followers', threadId] as const
export const historyKey = (threadId: string) => ['history', threadId] as const
export const satisfactionKey = (threadId: string) => ['satisfaction', threadId] as const
/** Lists of the scheduled replies of all threads. */
export const allScheduledKey = ['all-scheduled'] as const
export const scheduledKey = (threadId: string) => ['scheduled', threadId] as const
export const customerKey = (customerId: string) => ['customer', customerId] as const
export const customerThreadsKey = (customerId: string) => ['customer-threads', customerId] as const
export const threadMeetingsKey = (threadId: string) => ['meetings', { threadId }] as const
