import { useState } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useApi } from '../../../api/api.ts'
import { t } from '../../../texts/texts.ts'
import { Icon } from '../../../ui/icon.tsx'
import { BookOpen } from '../../../ui/icons.ts'
import { Picker } from '../../../ui/picker.tsx'
import { useDebounced } from '../../../ui/use-debounced.ts'

type InsertArticleProps = { onInsert: (words: string) => void; onClose: () => void }

const maxArticles = 20

/** Finds a published public article, and inserts its title with the address of its page. */
export function InsertArticle({ onInsert, onClose }: InsertArticleProps) {
  const { skein } = useApi()
  const [typed, setTyped] = useState('')
  const q = useDebounced(typed).trim()
  const { data: hits = [] } = useQuery({
    queryKey: ['kb-search', 'public', q],
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const query = { visibility: 'PUBLIC' as const, limit: maxArticles, ...(q === '' ? {} : { q }) }
      return (await skein.searchKb({ query, signal })).data
    },
  })
  return (
    <Picker
      label={t('Insert an article')}
      options={hits.map(({ articleId, title, locale }) => ({
        id: articleId,
        name: title,
        detail: locale,
        mark: <Icon of={BookOpen} className="text-muted" />,
      }))}
      onType={setTyped}
      onPick={(id) => {
        const hit = hits.find(({ articleId }) => articleId === id)
        if (hit?.url) onInsert(`${hit.title}: ${hit.url} `)
      }}
      onClose={onClose}
    />
  )
}
