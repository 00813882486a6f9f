import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useMutation } from '@tanstack/react-query'
import { ApiError, type KbArticle } from '@skein/client'
import { useRights } from '../../api/rights.ts'
import { t } from '../../texts/texts.ts'
import { Problem } from '../../ui/problem.tsx'
import { showToast } from '../../ui/toasts.ts'
import { useTitle } from '../../ui/use-title.ts'
import { ArticleAlerts } from './article-alerts.tsx'
import { ArticleHeader } from './article-header.tsx'
import { ArticlePreview } from './article-preview.tsx'
import { ArticleSource } from './article-source.tsx'
import type { ReadArticle } from './article-draft.ts'
import type { ArticleSearch } from './article-search.ts'
import { DeleteArticle, ArticleDetails } from './article-details.tsx'
import { RemotePictures } from './remote-pictures.tsx'
import { RichArticle } from './rich-article.tsx'
import { ScheduleArticle } from './schedule-article.tsx'
import { useArticleChange, type ArticleChange } from './use-article-change.ts'
import { useArticleDraft } from './use-article-draft.ts'
import { VersionsSheet } from './article-versions.tsx'

type ArticlePageProps = {
  /** Null for a new article. */
  opened: ReadArticle | null
  search: ArticleSearch
  onCreated: (id: string) => void
  onClose: () => void
}
type Panel = 'details' | 'versions' | 'schedule' | 'delete'

/** Editor of an article: title and text, saved while the user writes, with the state and the buttons above. */
export function ArticlePage({ opened, search, onCreated, onClose }: ArticlePageProps) {
  const rights = useRights()
  const { draft, state, onRead } = useArticleDraft(opened, search, onCreated)
  const { text, read } = state
  const [isPreview, setPreview] = useState(false)
  const [isSource, setSource] = useState(false)
  const [panel, setPanel] = useState<Panel | null>(null)
  const body = useRef<{ focus: () => void }>(null)
  /** Whether the user pressed Enter in the title before the editor was loaded. */
  const wantsBody = useRef(false)
  const title = useRef<HTMLTextAreaElement>(null)
  const [toolbarPlace, setToolbarPlace] = useState<HTMLElement | null>(null)
  const isNew = opened === null
  // A new article begins with its title.
  useEffect(() => {
    if (isNew) title.current?.focus()
  }, [isNew])
  const change = useArticleChange(({ data, etag }) => onRead({ record: data, etag }))
  const whyNot = rights.whyNot(read ? 'updateKbArticle' : 'createKbArticle')
  useTitle(text.title || t('New article'))
  /** Saves the text first, so that the change is about what the user sees. Without the latest text, nothing else happens. */
  const run = useMutation({
    mutationFn: async (what: ArticleChange) => {
      if (!(await draft.flush())) return
      const now = draft.get().read
      if (now) await change.mutateAsync({ what, read: now })
    },
  })
  const open = async (next: Panel): Promise<void> => {
    await draft.flush()
    setPanel(next)
  }
  const closePanel = (): void => setPanel(null)
  const onKeys = (event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== 's') return
    event.preventDefault()
    void draft.flush()
  }
  const refused = change.error
  return (
    // Handles the shortcut of saving for all fields.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- see above.
    <section aria-label={t('Article')} className="flex min-w-0 flex-1 flex-col" onKeyDown={onKeys}>
      <h1 className="sr-only">{text.title || t('New article')}</h1>
      <ArticleHeader
        state={state}
        isPreview={isPreview}
        isSource={isSource}
        isChanging={run.isPending}
        search={search}
        onPreview={() => setPreview(!isPreview)}
        onSource={() => setSource(!isSource)}
        onRetry={() => void draft.flush()}
        onChange={(what) => run.mutate(what)}
        onPanel={(next) => void open(next)}
        onBack={onClose}
      />
      <div ref={setToolbarPlace} className="shrink-0" />
      {/* Without a field in it, the keyboard could not scroll the preview. */}
      <div className="min-h-0 flex-1 overflow-y-auto" {...(isPreview ? { tabIndex: 0, role: 'group', 'aria-label': t('Preview') } : {})}>
        <div className="mx-auto grid w-full max-w-170 grid-cols-1 px-10 pt-6 pb-10 max-md:px-4 max-md:pt-3">
          <ArticleAlerts
            state={state}
            isRefused={refused instanceof ApiError && refused.status === 412}
            onResolve={(choice) => void draft.resolve(choice)}
            onReload={async () => {
              change.reset()
              await draft.reload()
            }}
          />
          {refused && !(refused instanceof ApiError && refused.status === 412) && <Problem error={refused} />}
          {whyNot !== null && <p className="mt-3 rounded-lg border border-line bg-sunken px-3 py-2 text-text-2">{whyNot}</p>}
          {isPreview ? (
            <ArticlePreview text={text} saved={state.save === 'saved' ? (read?.record ?? null) : null} />
          ) : (
            <>
              <textarea
                dir="auto"
                aria-label={t('Title')}
                placeholder={t('Title')}
                maxLength={255}
                rows={1}
                readOnly={whyNot !== null}
                ref={title}
                className="order-1 field-sizing-content w-full resize-none bg-transparent pt-2 pb-3 text-[1.75rem]/8.5 font-semibold tracking-[-0.022em] outline-none placeholder:text-muted"
                value={text.title}
                onChange={({ target }) => draft.write({ title: target.value.replaceAll('\n', ' ') })}
                onBlur={() => void draft.flush()}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
                  event.preventDefault()
                  wantsBody.current = body.current === null
                  body.current?.focus()
                }}
              />
              {isSource ? (
                <ArticleSource
                  text={text}
                  isReadOnly={whyNot !== null}
                  onWrite={(source) => draft.write({ body: source }, { isTyped: false })}
                />
              ) : (
                <RichArticle
                  handle={(field) => {
                    body.current = field
                    if (field && wantsBody.current) field.focus()
                    if (field) wantsBody.current = false
                  }}
                  text={text}
                  loadId={state.loadId}
                  isReadOnly={whyNot !== null}
                  toolbarPlace={toolbarPlace}
                  onWrite={(html) => draft.write({ body: html, bodyFormat: 'html' })}
                  onSource={() => setSource(true)}
                />
              )}
            </>
          )}
          <div className="order-3 mt-4 empty:hidden">
            <RemotePictures
              values={text}
              onChange={({ body: next }) => typeof next === 'string' && draft.write({ body: next }, { isTyped: false })}
            />
          </div>
        </div>
      </div>
      {panel === 'schedule' && (
        <ScheduleArticle
          onClose={closePanel}
          onSchedule={(at) => {
            closePanel()
            run.mutate({ at })
          }}
        />
      )}
      {panel === 'details' && read && <ArticleDetails read={read} onRead={onRead} onClose={closePanel} />}
      {panel === 'versions' && read && (
        <VersionsSheet
          item={read.record}
          etag={read.etag}
          onRead={({ data, etag }) => onRead({ record: data, etag })}
          onClose={closePanel}
        />
      )}
      {panel === 'delete' && read && (
        <DeleteArticle
          article={read.record}
          onClose={closePanel}
          onDeleted={(deleted: KbArticle) => {
            draft.discard()
            showToast({ kind: 'done', text: t('Deleted {name}.', { name: deleted.title }) })
            onClose()
          }}
        />
      )}
    </section>
  )
}
