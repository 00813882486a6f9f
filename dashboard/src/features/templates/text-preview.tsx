import { useId, useState } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/api.ts'
import { language } from '../../texts/language.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { TriangleAlert } from '../../ui/icons.ts'
import { Picker } from '../../ui/picker.tsx'
import { Problem } from '../../ui/problem.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { MailFrame } from '../thread/mail/mail-frame.tsx'
import type { Template } from './template.ts'
import type { TemplateUse } from './variable-names.ts'

type TextPreviewProps = { template: Template; use: TemplateUse; inboxId: string | undefined }

/** The thread that the agent has chosen for previews, for all editors of the page. */
let chosenThreadId: string | null = null

/** Shows a text as the customer of a recent thread would get it. The service fills in the variables. */
export function TextPreview({ template, use, inboxId }: TextPreviewProps) {
  const { skein } = useApi()
  const id = useId()
  /** The button that opened the list of threads; null while the list is closed. */
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [chosenId, setChosenId] = useState(chosenThreadId)
  const threads = useQuery({
    queryKey: ['preview-threads', inboxId ?? null],
    staleTime: 60_000,
    queryFn: async ({ signal }) => (await skein.listThreads({ query: { limit: 50, ...(inboxId ? { inboxId } : {}) }, signal })).data,
  })
  const thread = threads.data?.find((each) => each.id === chosenId) ?? threads.data?.[0]
  const text = useDebounced(template, 400)
  const preview = useQuery({
    queryKey: ['text-preview', thread?.id, thread?.version, use, text],
    enabled: thread !== undefined && text.body.trim() !== '',
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => (await skein.previewText({ path: { id: thread?.id ?? '' }, body: { ...text, use }, signal })).data,
  })
  if (threads.data?.length === 0) return <p className="text-muted">{t('You’ll see a preview here once there are threads.')}</p>
  if (!thread) return null
  const { customer, subject } = thread
  const { data } = preview
  return (
    <figure className="rounded-lg bg-sunken p-3 shadow-[inset_0_0_0_1px_var(--line)]">
      <figcaption className="mb-1.5 flex items-center justify-between gap-2 text-xs text-muted">
        <span id={id} className="min-w-0 truncate">
          {t('As {customer} would get it: {subject}', { customer: customer.name ?? customer.email ?? t('this customer'), subject })}
        </span>
        <Button
          look="plain"
          size="small"
          className="shrink-0"
          aria-haspopup="dialog"
          onClick={({ currentTarget }) => setAnchor(currentTarget)}
        >
          {t('Change')}
        </Button>
      </figcaption>
      {preview.error ? (
        <Problem error={preview.error} onRetry={() => void preview.refetch()} />
      ) : (
        data && (
          <div className="rounded-xl border border-tint-line bg-tint px-3.5 py-2.5 text-base">
            {data.bodyFormat === 'html' ? (
              <MailFrame id={`text-preview-${id}`} html={data.body} title={t('Preview')} text="" />
            ) : (
              <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
                {use === 'SIGNATURE' ? `${t('Your reply')}\n\n-- \n${data.body}` : data.body}
              </p>
            )}
          </div>
        )
      )}
      {data && data.missing.length > 0 && (
        <p role="status" className="mt-2 flex gap-1.5 text-warning">
          <Icon of={TriangleAlert} size={14} className="mt-0.5 shrink-0" />
          {t('This thread has no {variables}.', { variables: new Intl.ListFormat(language).format(data.missing) })}
        </p>
      )}
      {anchor && (
        <Picker
          label={t('Preview for')}
          anchor={anchor}
          options={(threads.data ?? []).map((each) => ({
            id: each.id,
            name: each.customer.name ?? each.customer.email ?? '',
            detail: each.subject,
            isOn: each.id === thread.id,
          }))}
          onPick={(picked) => {
            chosenThreadId = picked
            setChosenId(picked)
            setAnchor(null)
          }}
          onClose={() => setAnchor(null)}
        />
      )}
    </figure>
  )
}
