/** The agent's drafts on the service, by which threads with a draft are marked. */
import type { QueryClient } from '@tanstack/react-query'
import type { ListedDraft } from '@skein/client'

export type SavedDraft = Pick<ListedDraft, 'threadId' | 'kind'>

export const savedDraftsKey = ['saved-drafts'] as const

/** Adds drafts of a page, which may be newer: they were saved elsewhere. A page with all drafts replaces what was known. */
export function noteSavedDrafts(queries: QueryClient, page: readonly SavedDraft[], isWhole: boolean): void {
  queries.setQueryData<readonly SavedDraft[]>(savedDraftsKey, (known) => (isWhole ? page : known && [...known, ...page]))
}
