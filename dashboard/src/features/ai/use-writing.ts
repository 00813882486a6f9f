import { useCallback, useEffect, useRef, useState } from 'react'
import type { AiDelta, AiRun } from '@skein/client'

type Writing = { text: string; run: AiRun | null; error: unknown; isBusy: boolean }
/** What a call is given, so that it is shown while it is made and ends with whoever waits for it. */
export type How = { signal: AbortSignal; onPiece: (piece: AiDelta) => void; attemptsMax: 1 }

const nothing: Writing = { text: '', run: null, error: null, isBusy: false }

/** A run whose text shows as it is written. It ends when its place on the page goes, or another is started. */
export function useWriting() {
  const [state, setState] = useState(nothing)
  const current = useRef<AbortController>(null)
  const stop = useCallback(() => {
    current.current?.abort()
    setState((was) => ({ ...was, isBusy: false }))
  }, [])
  useEffect(() => () => current.current?.abort(), [])
  const start = useCallback(async (ask: (how: How) => Promise<{ data: AiRun }>): Promise<void> => {
    current.current?.abort()
    const controller = new AbortController()
    current.current = controller
    const { signal } = controller
    const set = (change: (was: Writing) => Writing): void => {
      if (!signal.aborted) setState(change)
    }
    set(() => ({ ...nothing, isBusy: true }))
    const onPiece = ({ text }: AiDelta): void => set((was) => ({ ...was, text: was.text + text }))
    try {
      const { data: run } = await ask({ signal, onPiece, attemptsMax: 1 })
      set(() => ({ ...nothing, text: run.output.text ?? '', run }))
    } catch (error) {
      set((was) => ({ ...was, error, isBusy: false }))
    }
  }, [])
  return { ...state, start, stop }
}
