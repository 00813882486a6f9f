import { useEffect, useMemo } from 'react'
import type { Thread } from '@skein/client'
import { useDraftThreads } from '../threads/draft-threads.ts'
import { listRows } from '../threads/thread-cache.ts'
import type { useThreadList } from '../threads/use-threads.ts'

/** Milliseconds until the service has a draft that the agent has just begun. */
const savedMs = 3_000

/** Returns the rows of a list and their total. Rows of the view of drafts leave it when the agent sends or removes the draft. */
export function useListRows(list: ReturnType<typeof useThreadList>, isDrafts: boolean): { rows: readonly Thread[]; total: number } {
  const listed = useMemo(() => listRows(list.data), [list.data])
  const drafted = useDraftThreads()
  const rows = useMemo(() => (isDrafts ? listed.filter(({ id }) => drafted.has(id)) : listed), [isDrafts, listed, drafted])
  const missing = isDrafts && list.data ? [...drafted].filter((id) => !listed.some((row) => row.id === id)).join() : ''
  const { refetch } = list
  useEffect(() => {
    if (missing === '') return
    const timer = setTimeout(() => void refetch(), savedMs)
    return () => clearTimeout(timer)
  }, [missing, refetch])
  // With the number of loaded rows as the total, *select all* never means threads that are not loaded.
  return { rows, total: isDrafts ? rows.length : (list.data?.pages[0]?.meta.total ?? 0) }
}
