import { useState } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { KbSearchHit } from '@skein/client'
import { describeFailure, useApi } from '../../../api/api.ts'
import { t } from '../../../texts/texts.ts'
import { Icon } from '../../../ui/icon.tsx'
import { BookOpen, FileText, Link } from '../../../ui/icons.ts'
import { Picker } from '../../../ui/picker.tsx'
import { showToast } from '../../../ui/toasts.ts'
import { useDebounced } from '../../../ui/use-debounced.ts'
import type { Writing } from '../../editor/field.ts'

type InsertArticleProps = { onInsert: (words: Writing) => void; onClose: () => void }

const maxArticles = 20

/** Finds a published public article, and inserts its title with the address of its page, or its text. */
export function InsertArticle({ onInsert, onClose }: InsertArticleProps) {
  const { skein } = useApi()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<KbSearchHit | null>(null)
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
  const insertText = async ({ articleId }: KbSearchHit): Promise<void> => {
    try {
      const [{ data }, { renderDraft }, { htmlToText }] = await Promise.all([
        skein.getKbArticle({ path: { id: articleId } }),
        import('../../editor/render-draft.ts'),
        import('../../threads/mail/clean-mail.ts'),
      ])
      const html = renderDraft(data.publishedBody ?? '', data.publishedBodyFormat)
      onInsert({ text: htmlToText(html), html })
    } catch (error) {
      showToast({ kind: 'problem', text: describeFailure(error).text })
    }
  }
  if (chosen)
    return (
      <Picker
        key="form"
        label={chosen.title}
        options={[
          { id: 'link', name: t('Insert a link'), detail: chosen.url ?? '', mark: <Icon of={Link} className="text-muted" /> },
          { id: 'text', name: t('Insert the text'), mark: <Icon of={FileText} className="text-muted" /> },
        ]}
        onPick={(form) => {
          if (form === 'text') void insertText(chosen)
          else onInsert({ text: `${chosen.title}: ${chosen.url} `, html: null })
        }}
        onClose={onClose}
      />
    )
  return (
    <Picker
      key="article"
      label={t('Insert an article')}
      options={hits.map(({ articleId, title, locale }) => ({
        id: articleId,
        name: title,
        detail: locale,
        opensList: true,
        mark: <Icon of={BookOpen} className="text-muted" />,
      }))}
      onType={setTyped}
      onPick={(id) => setChosen(hits.find(({ articleId }) => articleId === id) ?? null)}
      onClose={onClose}
    />
  )
}
