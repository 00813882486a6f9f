import { useCallback, useEffect, useRef, useState } from 'react'
import type { AiDelta, AiRun } from '@skein/client'

type StreamedRun = { text: string; run: AiRun | null; error: unknown; isBusy: boolean }
/** Options for a streaming call: render its text as it arrives, and abort it when the component unmounts. */
export type StreamOptions = { signal: AbortSignal; onPiece: (piece: AiDelta) => void; attemptsMax: 1 }

const noRun: StreamedRun = { text: '', run: null, error: null, isBusy: false }

/** Starts AI runs and returns their text while it is streamed. A run is aborted when the component is unmounted or another run starts. */
export function useStreamedRun() {
  const [state, setState] = useState(noRun)
  const current = useRef<AbortController>(null)
  const stop = useCallback(() => {
    current.current?.abort()
    setState((was) => ({ ...was, isBusy: false }))
  }, [])
  useEffect(() => () => current.current?.abort(), [])
  const start = useCallback(async (request: (options: StreamOptions) => Promise<{ data: AiRun }>): Promise<void> => {
    current.current?.abort()
    const controller = new AbortController()
    current.current = controller
    const { signal } = controller
    const set = (change: (was: StreamedRun) => StreamedRun): void => {
      if (!signal.aborted) setState(change)
    }
    set(() => ({ ...noRun, isBusy: true }))
    const onPiece = ({ text }: AiDelta): void => set((was) => ({ ...was, text: was.text + text }))
    try {
      const { data: run } = await request({ signal, onPiece, attemptsMax: 1 })
      set(() => ({ ...noRun, text: run.output.text ?? '', run }))
    } catch (error) {
      set((was) => ({ ...was, error, isBusy: false }))
    }
  }, [])
  return { ...state, start, stop }
}
