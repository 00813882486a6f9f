import { useMutation, useQuery } from '@tanstack/react-query'
import type { AiRun } from '@skein/client'
import { formatLocale } from '../../texts/language.ts'
import { t } from '../../texts/texts.ts'
import { useApi } from '../../api/api.ts'

/**
 * A request for AI output about a thread. Every request creates a run and may cost tokens, so only buttons send one, never an opened
 * thread.
 */
export type AiRequest = 'summary' | 'labels'

export function useAiRequest(threadId: string) {
  const { skein } = useApi()
  return useMutation({
    mutationFn: async (request: AiRequest): Promise<AiRun> => {
      const body = { threadId }
      if (request === 'summary') return (await skein.summarizeThread({ body })).data
      return (await skein.suggestLabels({ body })).data
    },
  })
}

/** Finds similar threads: the citations of a classification run. */
export function useSimilarThreads(threadId: string) {
  const { skein } = useApi()
  return useMutation({ mutationFn: async (): Promise<AiRun> => (await skein.classifyThread({ body: { threadId } })).data })
}

export function useRateRun() {
  const { skein } = useApi()
  return useMutation({
    mutationFn: async ({ id, rating }: { id: string; rating: 'HELPFUL' | 'NOT_HELPFUL' }): Promise<AiRun> =>
      (await skein.rateAiRun({ path: { id }, body: { rating } })).data,
  })
}

export function useAiUsage() {
  const { skein } = useApi()
  return useQuery({ queryKey: ['ai-usage'], staleTime: 0, queryFn: async ({ signal }) => (await skein.getAiUsage({ signal })).data })
}

const percentFormat = new Intl.NumberFormat(formatLocale, { style: 'percent' })

export function percent(confidence: number): string {
  return percentFormat.format(confidence)
}

/** Shows the model that produced a run's output. */
export function describeAuthor({ provider, model }: Pick<AiRun, 'provider' | 'model'>): string {
  return provider === 'BUILT_IN'
    ? t('Quoted from your own threads, without a language model')
    : model === null
      ? t('Written by AI. Check it before you use it.')
      : t('Written by AI ({model}). Check it before you use it.', { model })
}
