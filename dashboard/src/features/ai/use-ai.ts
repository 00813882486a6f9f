import { useMutation, useQuery } from '@tanstack/react-query'
import type { AiRun } from '@skein/client'
import { formatLocale } from '../../texts/language.ts'
import { t } from '../../texts/texts.ts'
import { useApi } from '../../api/api.ts'

export type AiRequest = 'summary' | 'similar' | 'labels'

/**
 * Requests AI output about a thread, once. Every request creates a run and may cost tokens, so the output stays until the agent asks again.
 */
export function useAiRequest(threadId: string, request: AiRequest) {
  const { skein } = useApi()
  return useQuery({
    queryKey: ['ai-request', request, threadId],
    staleTime: Infinity,
    gcTime: 30 * 60_000,
    retry: false,
    refetchOnMount: false,
    refetchOnReconnect: false,
    queryFn: async (): Promise<AiRun> => {
      const body = { threadId }
      if (request === 'summary') return (await skein.summarizeThread({ body })).data
      // Similar threads are the citations of a classification run.
      if (request === 'similar') return (await skein.classifyThread({ body })).data
      return (await skein.suggestLabels({ body })).data
    },
  })
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
