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
import { ArticleProblem } from './article-problem.tsx'
import { userSource } from '../catalogue/sources.ts'
import { useAllItems } from '../catalogue/use-catalogue.ts'

const changeLabels = {
  CREATED: 'created',
  EDITED: 'edited',
  PUBLISHED: 'published',
  UNPUBLISHED: 'unpublished',
  ARCHIVED: 'archived',
  RESTORED: 'restored',
} as const

/** The versions of an article: their authors, the differences to the current version, and a button to restore one. */
export function ArticleVersions({ item, etag, onRead }: Pick<MoreProps<KbArticle>, 'item' | 'etag' | 'onRead'>) {
  const { skein } = useApi()
  const whyNot = useRights().whyNot('restoreKbArticle')
  const { data: people = [] } = useAllItems(userSource)
  const [open, setOpen] = useState<number | null>(null)
  const path = { id: item.id }
  const versions = useQuery({
    queryKey: ['kb-versions', item.id, item.version],
    queryFn: async ({ signal }) => (await skein.listKbArticleVersions({ path, query: { limit: 50 }, signal })).data,
  })
  const restore = useMutation({
    mutationFn: (version: number) =>
      skein.restoreKbArticle({ path, body: { version }, idempotencyKey: crypto.randomUUID(), ...(etag === null ? {} : { ifMatch: etag }) }),
    onSuccess(restored, version) {
      onRead(restored)
      showToast({ kind: 'done', text: `Version ${version} is the draft again.` })
    },
  })
  return (
    <section aria-label="Versions" className="border-t border-line pt-4">
      <h3 className="mb-2 font-medium">Versions</h3>
      {versions.error && <Problem error={versions.error} onRetry={() => void versions.refetch()} />}
      {restore.error && <ArticleProblem error={restore.error} id={item.id} onRead={onRead} onDone={restore.reset} />}
      <ul className="grid gap-1">
        {versions.data?.map(({ version, change, createdAt, authorId }) => (
          <li key={version} className="rounded-md border border-line px-3 py-2">
            <div className="flex flex-wrap items-center gap-2 text-sm">
              <span className="me-auto">
                {version}: {changeLabels[change]} {formatMoment(createdAt)}
                {authorId !== null && ` by ${people.find(({ id }) => id === authorId)?.name ?? 'somebody'}`}
              </span>
              {version !== item.version && (
                <>
                  <Button
                    aria-expanded={open === version}
                    aria-label={`Compare with version ${version}`}
                    onClick={() => setOpen(open === version ? null : version)}
                  >
                    Compare
                  </Button>
                  <Button
                    disabled={restore.isPending}
                    hidden={whyNot !== null}
                    aria-label={`Restore version ${version}`}
                    onClick={() => restore.mutate(version)}
                  >
                    Restore
                  </Button>
                </>
              )}
            </div>
            {open === version && <Difference article={item} from={version} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Difference({ article, from }: { article: KbArticle; from: number }) {
  const { skein } = useApi()
  const difference = useQuery({
    queryKey: ['kb-difference', article.id, from, article.version],
    queryFn: async ({ signal }) =>
      (await skein.compareKbArticleVersions({ path: { id: article.id }, query: { from, to: article.version }, signal })).data,
  })
  if (difference.error) return <Problem error={difference.error} onRetry={() => void difference.refetch()} />
  if (!difference.data) return null
  const { title, lines } = difference.data
  const isSame = title.from === title.to && lines.every(({ kind }) => kind === 'SAME')
  return (
    <div className="mt-2 grid gap-2 text-sm">
      {isSame && <p className="text-muted">Title and text are the same.</p>}
      {title.from !== title.to && (
        <p>
          <del className="text-danger">{title.from}</del> <ins className="text-success">{title.to}</ins>
        </p>
      )}
      <div className="font-mono text-xs whitespace-pre-wrap" dir="auto">
        {addOffsets(lines).map(({ kind, text, offset }) =>
          kind === 'ADDED' ? (
            <ins key={offset} className="block border-s-2 border-success ps-2 no-underline">
              {prefixLines('+ ', text)}
            </ins>
          ) : kind === 'REMOVED' ? (
            <del key={offset} className="block border-s-2 border-danger ps-2 text-danger no-underline">
              {prefixLines('− ', text)}
            </del>
          ) : (
            <span key={offset} className="block ps-2 text-muted">
              {text}
            </span>
          ),
        )}
      </div>
    </div>
  )
}

/** Prefixes each line with + or −, because colour alone is not accessible. */
function prefixLines(sign: string, text: string): string {
  return text.replace(/^/gm, sign).replace(new RegExp(`\\n${sign}$`), '\n')
}

/** Adds the offset at which each part begins, which serves as its React key. */
function addOffsets<Part extends { text: string }>(parts: readonly Part[]): (Part & { offset: number })[] {
  let offset = 0
  return parts.map((part) => Object.assign({}, part, { offset: (offset += part.text.length) - part.text.length }))
}
