import type { QueryClient } from '@tanstack/react-query'
import type { ChannelConnection, SkeinEvent } from '@skein/client'

export const connectionKey = (inboxId: string) => ['inbox-connection', inboxId] as const

export function applyConnectionEvent(queries: QueryClient, event: SkeinEvent): void {
  if (event.type !== 'inbox.connection_changed') return
  const { inboxId, ...connection } = event.data.object
  queries.setQueryData<ChannelConnection>(connectionKey(inboxId), (known) => known && { ...known, ...connection })
}
