import { Link } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import type { KbArticle } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { formatLocale } from '../../texts/language.ts'
import { lazily, t } from '../../texts/texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormSheet } from '../../ui/form-sheet.tsx'
import type { FieldSpec } from '../../ui/form/fields.ts'
import { RecordForm } from '../../ui/form/record-form.tsx'
import { listLanguages } from '../../ui/language-names.ts'
import { formatMoment } from '../../ui/time.ts'
import { showToast } from '../../ui/toasts.ts'
import { applyItemChange } from '../catalogue/catalogue-cache.ts'
import { createReferenceInput } from '../catalogue/reference-input.tsx'
import { Removal } from '../catalogue/removal.tsx'
import { useUnsavedChanges } from '../catalogue/use-unsaved-changes.tsx'
import type { ReadArticle } from './article-draft.ts'
import { collectionSource } from './collection-source.ts'

const listFields = lazily((): readonly FieldSpec[] => [
  { kind: 'custom', name: 'collectionId', label: t('Collection'), Input: createReferenceInput(collectionSource) },
  {
    kind: 'choice',
    name: 'visibility',
    label: t('Who can read it'),
    required: true,
    options: [
      { value: 'PUBLIC', label: t('Everyone'), hint: t('As soon as you publish it.') },
      { value: 'INTERNAL', label: t('Your team') },
    ],
  },
  { kind: 'choice', name: 'locale', label: t('Language'), required: true, options: listLanguages() },
  { kind: 'text', name: 'slug', label: t('Address'), maxLength: 120, hint: t('Earlier addresses keep working.') },
])

type DetailsProps = { read: ReadArticle; onRead: (read: ReadArticle) => void; onClose: () => void }

/** Panel with the settings of an article. Its changes need no publishing. */
export function ArticleDetails({ read, onRead, onClose }: DetailsProps) {
  const { skein } = useApi()
  const rights = useRights()
  const { setDirty, close, question } = useUnsavedChanges(onClose)
  const { record } = read
  const path = { id: record.id }
  return (
    <FormSheet title={t('Details')} onClose={close}>
      <div className="grid grid-cols-1 gap-5 p-5 max-md:p-3">
        {question}
        <RecordForm
          fields={listFields()}
          read={read}
          readOnly={rights.whyNot('updateKbArticle')}
          submit={t('Save')}
          onDirty={setDirty}
          send={(body, options) => skein.updateKbArticle({ path, body, ...options })}
          reload={async () => {
            const { data, etag } = await skein.getKbArticle({ path })
            return { record: data, etag }
          }}
          onDone={({ data, etag }) => {
            onRead({ record: data, etag })
            showToast({ kind: 'done', text: t('Saved {name}.', { name: data.title }) })
            onClose()
          }}
        />
        <Facts article={record} />
      </div>
    </FormSheet>
  )
}

function Facts({ article }: { article: KbArticle }) {
  const { publishedAt, publishAt, views, helpful, notHelpful, createdAt, sourceThreadId } = article
  const facts: [string, string][] = [
    [
      t('Readers'),
      publishedAt === null
        ? t('Readers can’t see this article yet.')
        : t('Readers see the version published {time}.', { time: formatMoment(publishedAt) }),
    ],
    ...(publishAt === null
      ? []
      : [[t('Scheduled'), t('We’ll publish the draft {time}.', { time: formatMoment(publishAt) })] as [string, string]]),
    [t('Page views'), views.toLocaleString(formatLocale)],
    ...(helpful + notHelpful === 0
      ? []
      : [[t('Helped'), t('{helpful} of {all}', { helpful, all: helpful + notHelpful })] as [string, string]]),
    [t('Created'), formatMoment(createdAt)],
  ]
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 border-t border-line pt-4">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {sourceThreadId !== null && (
        <div className="contents">
          <dt className="text-muted">{t('From')}</dt>
          <dd>
            <SourceThread threadId={sourceThreadId} />
          </dd>
        </div>
      )}
    </dl>
  )
}

/** Link to the thread whose answer became the article. */
export function SourceThread({ threadId }: { threadId: string }) {
  const { skein } = useApi()
  const thread = useQuery({
    queryKey: ['article-source', threadId],
    retry: false,
    queryFn: async ({ signal }) => (await skein.getThread({ path: { id: threadId }, signal })).data,
  })
  if (!thread.data) return null
  return (
    <Link
      to="/inbox/$view/$threadId"
      params={{ view: 'all', threadId }}
      className="font-medium text-accent hover:underline"
      data-tip={thread.data.subject}
    >
      {thread.data.ticketNumber}
    </Link>
  )
}

type DeleteProps = { article: KbArticle; onDeleted: (deleted: KbArticle) => void; onClose: () => void }

export function DeleteArticle({ article, onDeleted, onClose }: DeleteProps) {
  const { skein, queries } = useApi()
  const rights = useRights()
  return (
    <Dialog label={t('Delete article')} onClose={onClose} className="w-105 max-w-[calc(100vw-2rem)]">
      <div className="p-5">
        <h2 className="text-lg font-semibold">{t('Delete article')}</h2>
        <Removal
          kind="delete"
          confirm={t('Delete article')}
          name={article.title}
          consequence={t('All versions are deleted too. To hide the article from readers, unpublish it instead.')}
          whyNot={rights.whyNot('deleteKbArticle')}
          remove={async (idempotencyKey) => (await skein.deleteKbArticle({ path: { id: article.id }, idempotencyKey })).data}
          onRemoved={(removed) => {
            applyItemChange(queries, 'kb_article', removed, 'gone')
            onDeleted(removed)
          }}
        />
      </div>
    </Dialog>
  )
}
