import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../../api/api.ts'
import { useRights } from '../../../api/rights.ts'
import { useStore } from '../../../api/store.ts'
import { t } from '../../../texts/texts.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Languages } from '../../../ui/icons.ts'
import { readLanguage } from '../../ai/languages.ts'
import { guessLanguage } from './guess-language.ts'

type TranslateOfferProps = { text: string; name: string; onTranslate: () => void }

/** Button beside the author of a message in another language than the agent's, if the workspace has a language model. */
export function TranslateOffer({ text, name, onTranslate }: TranslateOfferProps) {
  const { skein } = useApi()
  const { whyNot } = useRights()
  const own = useStore(readLanguage)
  const language = useMemo(() => guessLanguage(text), [text])
  const isForeign = language !== null && language !== own
  const { data: hasModel = false } = useQuery({
    queryKey: ['has-language-model'],
    enabled: isForeign && whyNot('getTenantSettings') === null,
    staleTime: 300_000,
    queryFn: async ({ signal }) => (await skein.getTenantSettings({ signal })).data.ai.url !== null,
  })
  if (!isForeign || !hasModel) return null
  return (
    <button
      type="button"
      aria-label={t('Translate the message of {name}', { name })}
      className="-my-1 inline-flex min-h-6 items-center gap-1 rounded px-1 text-accent hover:underline"
      onClick={onTranslate}
    >
      <Icon of={Languages} size={14} />
      {t('Translate')}
    </button>
  )
}
