import { Link } from '@tanstack/react-router'
import type { Message } from '@skein/client'
import { t } from '../../../texts/texts.ts'
import { Icon } from '../../../ui/icon.tsx'
import { BookOpen, Smile } from '../../../ui/icons.ts'

/** Shows the parts of a chat message below its text: articles as cards, options to choose from, and the question for a rating. */
export function MessageParts({ parts }: Pick<Message, 'parts'>) {
  return parts.map(({ kind, articleId, title, excerpt, options }) => {
    const key = [kind, articleId, ...(options ?? []).map(({ id }) => id)].join(' ')
    if (kind === 'ARTICLE' && articleId !== null)
      return (
        <Link
          key={key}
          to="/knowledge/articles"
          search={{ open: articleId }}
          className="mt-2 flex max-w-full items-start gap-2.5 rounded-lg border border-line bg-surface px-3 py-2 hover:bg-raised hover:shadow-1"
        >
          <Icon of={BookOpen} className="mt-0.5 text-muted" />
          <span dir="auto" className="grid min-w-0">
            <span className="truncate font-medium">{title}</span>
            <span className="truncate text-xs text-muted">{excerpt}</span>
          </span>
        </Link>
      )
    if (kind === 'CHOICES' && options !== null)
      return (
        <ul key={key} aria-label={t('Options')} className="mt-2 flex flex-wrap gap-1.5">
          {options.map(({ id, label }) => (
            <li key={id} dir="auto" className="rounded-full border border-line bg-surface px-3 py-1 text-sm">
              {label}
            </li>
          ))}
        </ul>
      )
    if (kind === 'RATING')
      return (
        <p key={key} className="mt-2 flex items-center gap-1.5 text-sm text-muted">
          <Icon of={Smile} size={16} />
          {t('Asked for a rating')}
        </p>
      )
    return null
  })
}
