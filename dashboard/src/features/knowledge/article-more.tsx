import { useState } from 'react'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { KbArticle } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Archive, CalendarClock, Eye, EyeOff, Send, TriangleAlert } from '../../ui/icons.ts'
import { Icon } from '../../ui/icon.tsx'
import { Problem } from '../../ui/problem.tsx'
import { formatMoment } from '../../ui/time.ts'
import { showToast } from '../../ui/toasts.ts'
import type { MoreProps } from '../catalogue/catalogue.ts'
import { ArticleFrame } from './article-frame.tsx'
import { ArticleVersions } from './article-versions.tsx'
import { ArticleProblem } from './article-problem.tsx'

/** Publishing, preview and versions of an article. They use the saved article, not the text in the form. */
export function ArticleMore(props: MoreProps<KbArticle>) {
  return (
    <>
      <Publishing {...props} />
      <Preview item={props.item} />
      <ArticleVersions {...props} />
    </>
  )
}

type Change = 'publish' | 'unpublish' | 'archive' | 'cancel' | { at: string }

function Publishing({ item, etag, isDirty, onRead }: MoreProps<KbArticle>) {
  const { skein } = useApi()
  const whyNot = useRights().whyNot('publishKbArticle')
  const [at, setAt] = useState('')
  const path = { id: item.id }
  const change = useMutation({
    mutationFn: async (what: Change) => {
      // If-Match prevents publishing changes of a colleague that this user has not seen.
      const options = { path, idempotencyKey: crypto.randomUUID(), ...(etag === null ? {} : { ifMatch: etag }) }
      if (what === 'unpublish') return skein.updateKbArticle({ ...options, body: { status: 'DRAFT' } })
      if (what === 'archive') return skein.updateKbArticle({ ...options, body: { status: 'ARCHIVED' } })
      const body = what === 'cancel' ? { publishAt: null } : what === 'publish' ? {} : { publishAt: what.at }
      return skein.publishKbArticle({ ...options, body })
    },
    onSuccess(changed, what) {
      onRead(changed)
      showToast({ kind: 'done', text: describeChange(what, changed.data) })
    },
  })
  const isOff = change.isPending
  const isShown = item.status === 'PUBLISHED' && !item.hasUnpublishedChanges
  return (
    <section aria-label={t('Publishing')} className="grid gap-2 border-t border-line pt-4">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="text-md font-semibold">{t('Publishing')}</h3>
        {item.hasUnpublishedChanges && item.publishedAt !== null && <Badge tone="warn">{t('Changes not published')}</Badge>}
      </div>
      <div className="text-text-2">
        <p>
          {item.publishedAt === null
            ? t('Readers can’t see this article yet.')
            : t('Readers see the version published {time}.', { time: formatMoment(item.publishedAt) })}
        </p>
        {item.publishAt !== null && <p>{t('We’ll publish the draft {time}.', { time: formatMoment(item.publishAt) })}</p>}
      </div>
      {isDirty && whyNot === null && (
        <p role="status" className="flex items-start gap-2 rounded-lg border border-warning-line bg-warning-tint px-3 py-2 text-warning">
          <Icon of={TriangleAlert} className="mt-px" />
          {t('Save your changes first. Unsaved changes aren’t published.')}
        </p>
      )}
      {change.error && <ArticleProblem error={change.error} id={item.id} onRead={onRead} onDone={change.reset} />}
      <div className="flex flex-wrap items-center gap-2" hidden={whyNot !== null}>
        <Button look="primary" icon={Send} disabled={isOff || isShown} onClick={() => change.mutate('publish')}>
          {t('Publish now')}
        </Button>
        {item.status === 'PUBLISHED' && (
          <Button icon={EyeOff} disabled={isOff} onClick={() => change.mutate('unpublish')}>
            {t('Unpublish')}
          </Button>
        )}
        {item.status !== 'ARCHIVED' && (
          <Button icon={Archive} disabled={isOff} onClick={() => change.mutate('archive')}>
            {t('Archive')}
          </Button>
        )}
        {item.publishAt !== null && (
          <Button disabled={isOff} onClick={() => change.mutate('cancel')}>
            {t('Cancel scheduled publishing')}
          </Button>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2" hidden={whyNot !== null}>
        <input
          type="datetime-local"
          aria-label={t('Publish at')}
          className="field"
          value={at}
          disabled={isOff}
          onChange={(event) => setAt(event.target.value)}
        />
        <Button icon={CalendarClock} disabled={isOff || at === ''} onClick={() => change.mutate({ at: new Date(at).toISOString() })}>
          {t('Schedule')}
        </Button>
      </div>
    </section>
  )
}

/** Describes a finished operation for a toast. */
function describeChange(what: Change, { title, publishAt }: KbArticle): string {
  if (what === 'publish') return t('Published {title}.', { title })
  if (what === 'unpublish') return t('Unpublished {title}.', { title })
  if (what === 'archive') return t('Archived {title}.', { title })
  if (what === 'cancel' || publishAt === null) return t('{title} is no longer scheduled.', { title })
  return t('We’ll publish {title} {time}.', { title, time: formatMoment(publishAt) })
}

function Preview({ item }: { item: KbArticle }) {
  const { skein } = useApi()
  const [isShown, setShown] = useState(false)
  const preview = useQuery({
    queryKey: ['kb-preview', item.id, item.version],
    enabled: isShown,
    queryFn: async ({ signal }) => (await skein.previewKbArticle({ path: { id: item.id }, signal })).data,
  })
  return (
    <section aria-label={t('Preview')} className="border-t border-line pt-4">
      <div className="mb-2 flex items-center justify-between gap-2">
        <h3 className="text-md font-semibold">{t('Preview')}</h3>
        <Button icon={Eye} aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? t('Hide preview') : t('Preview saved draft')}
        </Button>
      </div>
      {isShown && preview.error && <Problem error={preview.error} onRetry={() => void preview.refetch()} />}
      {isShown && preview.data && (
        <div className="rounded-lg border border-line bg-surface px-4 py-3">
          <ArticleFrame
            id={`preview-${item.id}-${item.version}`}
            html={preview.data.html}
            title={t('Preview of the article')}
            text={item.body}
          />
        </div>
      )}
    </section>
  )
}
