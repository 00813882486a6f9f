import { useState } from 'react'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { KbArticle } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { Button } from '../../ui/button.tsx'
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
    <section aria-label="Publishing" className="grid gap-2 border-t border-line pt-4">
      <h3 className="font-medium">Publishing</h3>
      <p className="text-sm text-muted">
        {item.publishedAt === null ? 'Nobody reads it yet.' : `Readers see what was published ${formatMoment(item.publishedAt)}.`}
        {item.hasUnpublishedChanges && ' The draft differs.'}
        {item.publishAt !== null && ` The draft is published ${formatMoment(item.publishAt)}.`}
      </p>
      {isDirty && whyNot === null && (
        <p role="status" className="text-sm">
          What you have changed above is not saved, and not part of what you publish here.
        </p>
      )}
      {change.error && <ArticleProblem error={change.error} id={item.id} onRead={onRead} onDone={change.reset} />}
      <div className="flex flex-wrap items-center gap-2" hidden={whyNot !== null}>
        <Button look="primary" disabled={isOff || isShown} onClick={() => change.mutate('publish')}>
          Publish now
        </Button>
        {item.status === 'PUBLISHED' && (
          <Button disabled={isOff} onClick={() => change.mutate('unpublish')}>
            Unpublish
          </Button>
        )}
        {item.status !== 'ARCHIVED' && (
          <Button disabled={isOff} onClick={() => change.mutate('archive')}>
            Archive
          </Button>
        )}
        {item.publishAt !== null && (
          <Button disabled={isOff} onClick={() => change.mutate('cancel')}>
            Do not publish then
          </Button>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2" hidden={whyNot !== null}>
        <input
          type="datetime-local"
          aria-label="Publish at"
          className="h-8 rounded-md border border-line-strong bg-surface px-2.5 text-sm"
          value={at}
          disabled={isOff}
          onChange={(event) => setAt(event.target.value)}
        />
        <Button disabled={isOff || at === ''} onClick={() => change.mutate({ at: new Date(at).toISOString() })}>
          Publish then
        </Button>
      </div>
    </section>
  )
}

/** Describes a finished operation for a toast. */
function describeChange(what: Change, { title, publishAt }: KbArticle): string {
  if (what === 'publish') return `Published ${title}.`
  if (what === 'unpublish') return `Unpublished ${title}.`
  if (what === 'archive') return `Archived ${title}.`
  if (what === 'cancel' || publishAt === null) return `${title} is no longer scheduled.`
  return `${title} will be published ${formatMoment(publishAt)}.`
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
    <section aria-label="Preview" className="border-t border-line pt-4">
      <div className="mb-2 flex items-center justify-between gap-2">
        <h3 className="font-medium">Preview</h3>
        <Button aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? 'Hide' : 'Show what was saved'}
        </Button>
      </div>
      {isShown && preview.error && <Problem error={preview.error} onRetry={() => void preview.refetch()} />}
      {isShown && preview.data && (
        <div className="rounded-md border border-line px-3 py-2">
          <ArticleFrame
            id={`preview-${item.id}-${item.version}`}
            html={preview.data.html}
            title="Preview of the article"
            text={item.body}
          />
        </div>
      )}
    </section>
  )
}
