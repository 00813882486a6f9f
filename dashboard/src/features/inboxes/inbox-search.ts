/** Search parameters of an inbox's page: the open tab. */
export type InboxSearch = { tab?: string }

export function readInboxSearch({ tab }: Record<string, unknown>): InboxSearch {
  return typeof tab === 'string' && tab !== '' ? { tab } : {}
}
