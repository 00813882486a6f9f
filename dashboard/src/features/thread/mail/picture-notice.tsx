import { plural, t } from '../../../texts/texts.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Image } from '../../../ui/icons.ts'

type PictureNoticeProps = { count: number; kind: 'mail' | 'article'; className?: string; onShow: () => void }

/** Says in one line how many remote pictures are not loaded, and loads them. */
export function PictureNotice({ count, kind, className = '', onShow }: PictureNoticeProps) {
  const why =
    kind === 'mail'
      ? plural(
          count,
          'We haven’t loaded a picture, because its sender could see that you opened it.',
          'We haven’t loaded {count} pictures, because their sender could see that you opened them.',
        )
      : null
  return (
    <p className={`flex items-center gap-x-1.5 text-xs text-muted ${className}`}>
      <Icon of={Image} size={14} />
      <span className="min-w-0 truncate" {...(why !== null && { 'data-tip': why })}>
        {plural(count, '{count} picture not loaded', '{count} pictures not loaded')}
      </span>
      {why !== null && <span className="sr-only">{why}</span>}
      <button
        type="button"
        className="inline-flex min-h-6 shrink-0 items-center px-1 font-medium text-accent hover:underline"
        onClick={onShow}
      >
        {t('Show pictures')}
      </button>
    </p>
  )
}
