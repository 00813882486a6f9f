import { useState } from 'react'
import { createPortal } from 'react-dom'
import type { KbArticle } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { t } from '../../texts/texts.ts'
import { Skeleton } from '../../ui/delayed.tsx'
import { FormSheet } from '../../ui/form-sheet.tsx'
import { RecordForm, type FormState } from '../../ui/form/record-form.tsx'
import { Problem } from '../../ui/problem.tsx'
import { formatMoment } from '../../ui/time.ts'
import { showToast } from '../../ui/toasts.ts'
import type { SheetProps } from '../catalogue/catalogue.ts'
import { describeRemoval, Removal } from '../catalogue/removal.tsx'
import { useOpenedItem } from '../catalogue/use-opened-item.ts'
import { useUnsavedChanges } from '../catalogue/use-unsaved-changes.tsx'
import { ArticleBar } from './article-bar.tsx'
import { ArticlePreview } from './article-preview.tsx'
import { ArticleProblem } from './article-problem.tsx'
import { ArticleState } from './article-state.tsx'
import { ArticleVersions } from './article-versions.tsx'
import { RemotePictures } from './remote-pictures.tsx'
import { useArticleChange } from './use-article-change.ts'

/** Article editor: the text fills the page, settings are beside it, and the publish buttons are in the header. */
export function ArticleSheet(props: SheetProps<KbArticle>) {
  const { catalogue, calls, id, onChanged, onOpen, onClose } = props
  const { noun, texts, fields, initial = {}, toBody = (body) => body, removal } = catalogue
  const { queries } = useApi()
  const rights = useRights()
  const [head, setHead] = useState<HTMLElement | null>(null)
  const [isPreview, setPreview] = useState(false)
  const { opened, read, item, onRead } = useOpenedItem(props)
  const { isDirty, setDirty, close, question } = useUnsavedChanges(onClose)
  const change = useArticleChange(onRead)
  const form = {
    fields,
    onDirty: setDirty,
    onInvalid: () => setPreview(false),
    renderInstead: isPreview
      ? (values: FormState['values']) => <ArticlePreview values={values} saved={isDirty ? null : (read?.record ?? null)} />
      : null,
    renderBelow: (values: FormState['values'], onType: (values: FormState['values']) => void) => (
      <RemotePictures values={values} onChange={onType} />
    ),
    renderFoot: (state: FormState) =>
      head &&
      createPortal(
        <ArticleBar
          form={state}
          read={read}
          create={texts.create ?? ''}
          isPreview={isPreview}
          onPreview={() => setPreview(!isPreview)}
          isChanging={change.isPending}
          onChange={(what) => read && change.mutate({ what, read })}
        />,
        head,
      ),
  }
  return (
    <FormSheet
      title={item?.title ?? texts.add ?? ''}
      wide="page"
      onClose={close}
      actions={<div ref={setHead} className="flex items-center gap-2 max-md:gap-1" />}
    >
      <div className="grid grid-cols-1 gap-5 p-5 max-md:p-3">
        {question}
        {id === null && (
          <RecordForm
            {...form}
            read={null}
            initial={initial}
            submit={texts.create ?? ''}
            send={(body, options) => calls.create({ body: toBody(body), ...options })}
            onDone={({ data, etag }) => {
              onChanged(data, 'new')
              queries.setQueryData(['record', noun, data.id], { record: data, etag })
              showToast({ kind: 'done', text: t('Created {name}.', { name: data.title }) })
              onOpen(data.id)
            }}
          />
        )}
        {id !== null && !read && !opened.error && <Skeleton />}
        {opened.error && <Problem error={opened.error} onRetry={() => void opened.refetch()} />}
        {id !== null && read && (
          <>
            <Readers article={read.record} />
            {change.error && <ArticleProblem error={change.error} id={id} onRead={onRead} onDone={change.reset} />}
            <RecordForm
              {...form}
              read={read}
              readOnly={rights.whyNot('updateKbArticle')}
              submit={t('Save')}
              send={(body, options) => calls.update({ path: { id }, body: toBody(body), ...options })}
              reload={async () => {
                const { data, etag } = await calls.get(id)
                return { record: data, etag }
              }}
              onDone={(saved, intent) => {
                onRead(saved)
                if (intent === 'publish') change.mutate({ what: 'publish', read: { record: saved.data, etag: saved.etag } })
                else showToast({ kind: 'done', text: t('Saved {name}.', { name: saved.data.title }) })
              }}
            />
            <ArticleVersions item={read.record} etag={read.etag} onRead={onRead} />
            {removal && (
              <Removal
                {...removal}
                name={read.record.title}
                consequence={removal.consequence(read.record)}
                whyNot={rights.whyNot('deleteKbArticle')}
                remove={async (idempotencyKey) => (await calls.remove({ path: { id }, idempotencyKey })).data}
                onRemoved={(removed) => {
                  onChanged(removed, 'gone')
                  showToast({ kind: 'done', text: describeRemoval(removal.kind, removed.title) })
                  onClose()
                }}
              />
            )}
          </>
        )}
      </div>
    </FormSheet>
  )
}

/** Shows which version readers see. */
function Readers({ article }: { article: KbArticle }) {
  const { publishedAt, publishAt } = article
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 px-3 text-muted">
      <ArticleState article={article} />
      {publishedAt === null
        ? t('Readers can’t see this article yet.')
        : t('Readers see the version published {time}.', { time: formatMoment(publishedAt) })}
      {publishAt !== null && ` ${t('We’ll publish the draft {time}.', { time: formatMoment(publishAt) })}`}
    </p>
  )
}
