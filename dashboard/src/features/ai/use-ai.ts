import { useMutation, useQuery } from '@tanstack/react-query'
import type { AiRun } from '@skein/client'
import { useApi } from '../../api/api.ts'

/** What is asked of a thread. Asking is a write of its own, done when somebody wants it, never by opening a thread. */
export type Question = 'summary' | 'labels'

export function useAsk(threadId: string) {
  const { skein } = useApi()
  return useMutation({
    mutationFn: async (question: Question): Promise<AiRun> => {
      const body = { threadId }
      if (question === 'summary') return (await skein.summarizeThread({ body })).data
      return (await skein.suggestLabels({ body })).data
    },
  })
}

/** Threads that look alike, as a classification cites them. */
export function useLikeThreads(threadId: string) {
  const { skein } = useApi()
  return useMutation({ mutationFn: async (): Promise<AiRun> => (await skein.classifyThread({ body: { threadId } })).data })
}

export function useRate() {
  const { skein } = useApi()
  return useMutation({
    mutationFn: async ({ id, rating }: { id: string; rating: 'HELPFUL' | 'NOT_HELPFUL' }): Promise<AiRun> =>
      (await skein.rateAiRun({ path: { id }, body: { rating } })).data,
  })
}

export function useUsage() {
  const { skein } = useApi()
  return useQuery({ queryKey: ['ai-usage'], staleTime: 0, queryFn: async ({ signal }) => (await skein.getAiUsage({ signal })).data })
}

export function percent(confidence: number): string {
  // The space does not break.
  return `${Math.round(confidence * 100)}\u00a0%`
}

/** Who made it, in words for people. */
export function madeBy({ provider, model }: Pick<AiRun, 'provider' | 'model'>): string {
  return provider === 'BUILT_IN'
    ? 'Quoted from your own threads, without a language model'
    : `Written by ${model === null ? 'a language model' : `the model ${model}`}: check it before you use it`
}
