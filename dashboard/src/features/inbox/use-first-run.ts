/** Whether to show the start page of a new workspace, which is lazy-loaded. */
import { useEffect } from 'react'
import { useRights } from '../../api/rights.ts'
import { useStore } from '../../api/store.ts'
import { createStoredChoice } from '../../ui/stored-choice.ts'
import { useThreadCount } from '../threads/use-counts.ts'

/**
 * Stored state: `begun` after the first visit to a workspace without threads, `over` when all steps are done or the user has closed the
 * page.
 */
type State = 'new' | 'begun' | 'over'
const states: readonly State[] = ['new', 'begun', 'over']
export const firstRun = createStoredChoice<State>('skein.firstRun', 'new', (stored) => states.find((state) => state === stored) ?? null)

/** Whether to show the start page. The first visit to a workspace without threads starts it, for users who may create threads. */
export function useIsFirstRun(): boolean {
  const state = useStore(firstRun)
  const mayCreate = useRights().whyNot('createThread') === null
  const isEmpty = useThreadCount({}) === 0
  useEffect(() => {
    if (isEmpty && mayCreate && firstRun.get() === 'new') firstRun.set('begun')
  }, [isEmpty, mayCreate])
  return mayCreate && state === 'begun'
}
