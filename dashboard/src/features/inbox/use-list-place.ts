/** Keeps the agent's place in the list: which row has the focus, and which one follows a thread that is done or has left the list. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import type { Thread } from '@skein/client'
import type { ListSearch } from '../threads/list-search.ts'
import { chosenKeys, getAfterDone } from '../../keyboard/chosen-keys.ts'
import { focusLost } from '../../ui/lost-focus.ts'
import { useStableCallback } from '../../ui/use-stable-callback.ts'
import { findNeighbour, type Place } from './list-place.ts'

type ListPlaceOptions = { view: string; search: ListSearch; rows: readonly Thread[]; openId: string | null }

export type ListPlace = {
  focusedId: string | null
  /** Index of the focused or open row; -1 when the list does not show it. */
  index: number
  show(id: string): void
  close(): void
  /** Moves the focus to a neighbouring row, and opens it if a thread is open. */
  move(step: number): Thread | null
  /** Leaves a thread that the agent is done with. Returns a function that goes back to it, for undo. */
  moveOn(thread: Thread): () => void
}

export function useListPlace({ view, search, rows, openId }: ListPlaceOptions): ListPlace {
  const navigate = useNavigate()
  const [focusedId, setFocusedId] = useState<string | null>(null)
  /** The thread that gets the focus once the list shows it again. */
  const [returningId, setReturningId] = useState<string | null>(null)
  const lastPlace = useRef<Place<Thread> | null>(null)
  /** Threads that this page opens, until the URL names them. Several can be under way when the agent holds J. */
  const opening = useRef<readonly string[]>([])
  const isMounted = useIsMounted()

  const show = useStableCallback((id: string) => {
    setFocusedId(id)
    if (id !== openId) opening.current = [...opening.current, id]
    void navigate({ to: '/inbox/$view/$threadId', params: { view, threadId: id }, search })
  })
  const close = useStableCallback(() => {
    opening.current = []
    void navigate({ to: '/inbox/$view', params: { view }, search })
  })
  useEffect(() => {
    if (openId === null) return
    const at = opening.current.indexOf(openId)
    opening.current = at < 0 ? [] : opening.current.slice(at + 1)
    // A link, a merge or the browser's Back opened the thread, so the keys go on from there.
    if (at < 0) setFocusedId(openId)
  }, [openId])

  const index = rows.findIndex(({ id }) => id === (focusedId ?? openId))
  useEffect(() => {
    const id = rows[index]?.id
    if (id !== undefined) lastPlace.current = { id, index, rows }
    else if (openId === null && focusedId !== null && lastPlace.current?.id === focusedId) {
      // The focused row has left the list, perhaps together with rows around it.
      const next = findNeighbour(rows, lastPlace.current, 1)
      if (next) setFocusedId(next.id)
    }
  }, [index, rows, focusedId, openId])
  useEffect(() => {
    if (returningId === null || !rows.some(({ id }) => id === returningId)) return
    setFocusedId(returningId)
    setReturningId(null)
  }, [returningId, rows])
  // The row with the focus may have left the list, and the browser then focuses nothing.
  useEffect(focusLost)

  return {
    focusedId,
    index,
    show,
    close,
    move(step) {
      const to =
        index >= 0
          ? rows[Math.min(Math.max(index + step, 0), rows.length - 1)]
          : lastPlace.current
            ? findNeighbour(rows, lastPlace.current, step)
            : rows[0]
      if (!to) return null
      setReturningId(null)
      setFocusedId(to.id)
      if (openId !== null) show(to.id)
      return to
    },
    moveOn(thread) {
      // The agent may have changed another row with the pointer. In that case, nothing moves on.
      if (thread.id !== openId && thread.id !== focusedId) return () => undefined
      const wasOpen = openId === thread.id
      const after = getAfterDone(chosenKeys.get())
      const at = rows.findIndex(({ id }) => id === thread.id)
      const place = at >= 0 ? { id: thread.id, index: at, rows } : lastPlace.current
      const next = place && findNeighbour(rows, place, 1)
      setReturningId(null)
      // Without an open thread, the focus always moves on in the list.
      if (next && !(wasOpen && after === 'stay')) setFocusedId(next.id)
      if (wasOpen && after === 'list') close()
      else if (wasOpen && next && after === 'next') show(next.id)
      return () => {
        if (!isMounted()) return
        // The list may not show the thread yet. Until it does, keep the focus, so that the shortcuts keep working.
        setReturningId(thread.id)
        if (wasOpen) show(thread.id)
      }
    },
  }
}

/** Returns a function that checks whether the inbox is still mounted. Undoing a change from another screen must not open the inbox. */
function useIsMounted(): () => boolean {
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => void (isMounted.current = false)
  }, [])
  return useCallback(() => isMounted.current, [])
}
