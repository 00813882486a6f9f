import { useState } from 'react'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { KbArticle } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { message, t } from '../../texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { FormSheet } from '../../ui/form-sheet.tsx'
import { Check, History } from '../../ui/icons.ts'
import { Icon } from '../../ui/icon.tsx'
import { Problem } from '../../ui/problem.tsx'
import { formatMoment } from '../../ui/time.ts'
import { showToast } from '../../ui/toasts.ts'
import type { MoreProps } from '../catalogue/catalogue.ts'
import { ArticleProblem } from './article-problem.tsx'
import { userSource } from '../catalogue/sources.ts'
import { useAllItems } from '../catalogue/use-catalogue.ts'

const changeLabels = {
  CREATED: message('Created'),
  EDITED: message('Edited'),
  PUBLISHED: message('Published'),
  UNPUBLISHED: message('Unpublished'),
  ARCHIVED: message('Archived'),
  RESTORED: message('Restored'),
} as const

type SheetProps = Pick<MoreProps<KbArticle>, 'item' | 'etag' | 'onRead'> & { onClose: () => void }

export function VersionsSheet({ onClose, ...rest }: SheetProps) {
  return (
    <FormSheet title={t('Versions')} wide onClose={onClose}>
      <div className="p-5 max-md:p-3">
        <ArticleVersions {...rest} />
      </div>
    </FormSheet>
  )
}

/** Version history of an article: authors, differences to the current version, and a button to restore one. */
function ArticleVersions({ item, etag, onRead }: Pick<MoreProps<KbArticle>, 'item' | 'etag' | 'onRead'>) {
  const { skein } = useApi()
  const whyNot = useRights().whyNot('restoreKbArticle')
  const { data: people = [] } = useAllItems(userSource)
  const findName = (id: string): string => people.find((each) => each.id === id)?.name ?? t('Former user')
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
      showToast({ kind: 'done', text: t('Restored version {version} as the draft.', { version }) })
    },
  })
  return (
    <section aria-label={t('Versions')}>
      {versions.error && <Problem error={versions.error} onRetry={() => void versions.refetch()} />}
      {restore.error && <ArticleProblem error={restore.error} id={item.id} onRead={onRead} onDone={restore.reset} />}
      <ul className="divide-y divide-line-soft rounded-lg border border-line bg-surface empty:hidden">
        {versions.data?.map(({ version, change, createdAt, authorId }) => (
          <li key={version} className="px-3 py-2">
            <div className="flex min-h-7 flex-wrap items-center gap-2">
              <span className="me-auto flex min-w-0 items-center gap-2">
                {authorId === null ? (
                  <Icon of={History} size={20} className="text-muted" />
                ) : (
                  <Avatar name={findName(authorId)} size={20} />
                )}
                <span className="min-w-0">
                  <span className="font-medium">{t('Version {version}', { version })}</span> {t(changeLabels[change])}{' '}
                  <span className="text-xs text-muted">
                    {[authorId === null ? null : findName(authorId), formatMoment(createdAt)].filter((part) => part !== null).join(' · ')}
                  </span>
                </span>
              </span>
              {version === item.version && <Badge icon={Check}>{t('Current')}</Badge>}
              {version !== item.version && (
                <>
                  <Button
                    size="small"
                    aria-expanded={open === version}
                    aria-label={t('Compare with version {version}', { version })}
                    onClick={() => setOpen(open === version ? null : version)}
                  >
                    {t('Compare')}
                  </Button>
                  <Button
                    size="small"
                    disabled={restore.isPending}
                    hidden={whyNot !== null}
                    aria-label={t('Restore version {version}', { version })}
                    onClick={() => restore.mutate(version)}
                  >
                    {t('Restore')}
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
    <div className="mt-2 grid gap-2">
      {isSame && <p className="text-muted">{t('The title and text are the same.')}</p>}
      {title.from !== title.to && (
        <p>
          <del className="text-danger">{title.from}</del> <ins className="text-success">{title.to}</ins>
        </p>
      )}
      <div className="font-mono text-xs whitespace-pre-wrap" dir="auto">
        {addOffsets(lines).map(({ kind, text, offset }) =>
          kind === 'ADDED' ? (
            <ins key={offset} className="block border-s-2 border-success bg-success-tint ps-2 no-underline">
              {prefixLines('+ ', text)}
            </ins>
          ) : kind === 'REMOVED' ? (
            <del key={offset} className="block border-s-2 border-danger bg-danger-tint ps-2 text-danger no-underline">
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

/** Adds the start offset of each part, for use as the React key. */
function addOffsets<Part extends { text: string }>(parts: readonly Part[]): (Part & { offset: number })[] {
  let offset = 0
  return parts.map((part) => Object.assign({}, part, { offset: (offset += part.text.length) - part.text.length }))
}
