import { Fragment } from 'react'
import { Link } from '@tanstack/react-router'
import type { KbArticle } from '@skein/client'
import { useRights } from '../../api/rights.ts'
import { t } from '../../texts/texts.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import {
  Archive,
  CalendarClock,
  CalendarX,
  ChevronLeft,
  ChevronRight,
  Code,
  Ellipsis,
  Eye,
  EyeOff,
  History,
  PanelRight,
  Trash2,
} from '../../ui/icons.ts'
import { MenuButton, type MenuItem } from '../../ui/menu.tsx'
import { fromListBesideThread, useMedia } from '../../ui/use-media.ts'
import { useAllItems } from '../catalogue/use-catalogue.ts'
import type { DraftState } from './article-draft.ts'
import type { ArticleSearch } from './article-search.ts'
import { ArticleState } from './article-state.tsx'
import { collectionSource } from './collection-source.ts'
import { listPath } from './collection-path.ts'
import type { ArticleChange } from './use-article-change.ts'

type HeaderProps = {
  state: DraftState
  isPreview: boolean
  isSource: boolean
  isChanging: boolean
  search: ArticleSearch
  onPreview: () => void
  onSource: () => void
  onRetry: () => void
  onChange: (what: ArticleChange) => void
  onPanel: (panel: 'details' | 'versions' | 'schedule' | 'delete') => void
  onBack: () => void
}

/** Head of an article: where it is, its state, whether it is saved, and its actions. */
export function ArticleHeader(props: HeaderProps) {
  const { state, isPreview, isSource, isChanging, search, onPreview, onSource, onRetry, onChange, onPanel, onBack } = props
  const { whyNot } = useRights()
  const isBeside = useMedia(fromListBesideThread)
  const { data: collections = [] } = useAllItems(collectionSource)
  const { read, save, text } = state
  const article = read?.record
  const collectionId = article ? article.collectionId : (search.collectionId ?? null)
  const path = listPath(collections, collectionId)
  const mayUpdate = whyNot('updateKbArticle') === null
  const mayPublish = mayUpdate && whyNot('publishKbArticle') === null
  const isShown = article?.status === 'PUBLISHED' && !article.hasUnpublishedChanges && save === 'saved'
  return (
    <header className="flex min-h-13 shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line py-2 ps-4 pe-2.5">
      {!isBeside && <IconButton icon={ChevronLeft} label={t('Back to the list')} className="-ms-2 rtl:-scale-x-100" onClick={onBack} />}
      <nav aria-label={t('Collection')} className="flex min-w-0 items-center gap-1 text-sm text-muted max-md:hidden">
        {path.map(({ id, name }, at) => (
          <Fragment key={id}>
            {at > 0 && <Icon of={ChevronRight} size={12} className="rtl:-scale-x-100" />}
            <Link
              to="/knowledge/articles"
              search={{ collectionId: id }}
              className="min-h-6 truncate leading-6 hover:text-text hover:underline"
            >
              {name}
            </Link>
          </Fragment>
        ))}
        {path.length === 0 && <span className="truncate">{t('No collection')}</span>}
      </nav>
      {article && <ArticleState article={article} />}
      <span className="ms-auto flex flex-wrap items-center justify-end gap-2 max-md:gap-1">
        <SaveLine state={state} onRetry={onRetry} />
        {article && (
          <>
            <IconButton icon={PanelRight} label={t('Details')} aria-haspopup="dialog" onClick={() => onPanel('details')} />
            <MenuButton
              label={t('More actions')}
              icon={Ellipsis}
              side="bottom-end"
              items={() => listItems(article, { mayUpdate, mayPublish, mayDelete: whyNot('deleteKbArticle') === null }, { ...props, text })}
            />
          </>
        )}
        {!article && mayUpdate && (
          <IconButton
            icon={Code}
            label={isSource ? t('Back to the editor') : t('Edit the source')}
            aria-pressed={isSource}
            onClick={onSource}
          />
        )}
        <Button icon={Eye} aria-pressed={isPreview} className="max-md:gap-0 max-md:ps-4" onClick={onPreview}>
          <span className="max-md:sr-only">{t('Preview')}</span>
        </Button>
        {mayPublish && (
          <Button
            look="primary"
            disabled={isChanging || isShown || !article || save === 'conflict'}
            data-tip={isShown ? t('Readers already see this version.') : undefined}
            onClick={() => onChange('publish')}
          >
            {t('Publish')}
          </Button>
        )}
      </span>
    </header>
  )
}

/** Whether the service has the text. */
function SaveLine({ state: { save, read, text }, onRetry }: { state: DraftState; onRetry: () => void }) {
  const line =
    save === 'saving'
      ? t('Saving…')
      : save === 'conflict'
        ? t('Not saved')
        : save === 'failed'
          ? t('Not saved yet. Your text is safe on this device.')
          : text.title.trim() === '' && (read !== null || text.body !== '')
            ? t('Add a title to save')
            : save === 'waiting'
              ? t('Not saved yet')
              : read === null
                ? ''
                : t('Saved')
  return (
    <>
      <span role="status" className="text-xs text-muted max-md:sr-only">
        {line}
      </span>
      {save === 'failed' && (
        <Button size="small" onClick={onRetry}>
          {t('Try again')}
        </Button>
      )}
    </>
  )
}

type Rights = { mayUpdate: boolean; mayPublish: boolean; mayDelete: boolean }

function listItems(
  article: KbArticle,
  { mayUpdate, mayPublish, mayDelete }: Rights,
  {
    isSource,
    text,
    onSource,
    onChange,
    onPanel,
  }: Pick<HeaderProps, 'isSource' | 'onSource' | 'onChange' | 'onPanel'> & Pick<DraftState, 'text'>,
): MenuItem[] {
  const source = { markdown: t('Edit as Markdown'), html: t('Edit as HTML'), text: t('Edit as plain text') }[text.bodyFormat]
  return [
    ...(mayUpdate ? [{ label: isSource ? t('Back to the editor') : source, icon: Code, onSelect: onSource }] : []),
    { label: t('Versions'), icon: History, onSelect: () => onPanel('versions') },
    ...(mayPublish
      ? [
          'separator' as const,
          { label: t('Schedule…'), icon: CalendarClock, onSelect: () => onPanel('schedule') },
          ...(article.publishAt === null
            ? []
            : [{ label: t('Cancel scheduled publishing'), icon: CalendarX, onSelect: () => onChange('cancel') }]),
          ...(article.status === 'PUBLISHED' ? [{ label: t('Unpublish'), icon: EyeOff, onSelect: () => onChange('unpublish') }] : []),
          ...(article.status === 'ARCHIVED' ? [] : [{ label: t('Archive'), icon: Archive, onSelect: () => onChange('archive') }]),
        ]
      : []),
    ...(mayDelete
      ? ['separator' as const, { label: t('Delete…'), icon: Trash2, isDangerous: true as const, onSelect: () => onPanel('delete') }]
      : []),
  ]
}
