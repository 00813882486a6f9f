import { useQuery } from '@tanstack/react-query'
import type { CannedResponse } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { language } from '../../texts/language.ts'
import { t } from '../../texts/texts.ts'
import { Delayed } from '../../ui/delayed.tsx'
import { Icon } from '../../ui/icon.tsx'
import { TriangleAlert } from '../../ui/icons.ts'
import { Problem } from '../../ui/problem.tsx'
import { FileNames } from '../thread/file-names.tsx'
import { MailFrame } from '../thread/mail/mail-frame.tsx'
import { ThreadChanges, hasChanges } from '../threads/thread-changes.tsx'

type MacroPreviewProps = {
  response: Pick<CannedResponse, 'id' | 'body' | 'actions'>
  threadId: string
  /** Changes when the thread changes, which refetches the preview. */
  version: number
}

function useMacroPreview({ response, threadId, version }: MacroPreviewProps) {
  const { skein } = useApi()
  return useQuery({
    queryKey: ['macro-preview', response, threadId, version],
    queryFn: async ({ signal }) => (await skein.previewCannedResponse({ path: { id: response.id }, body: { threadId }, signal })).data,
  })
}

/** Previews the messages and changes of a saved reply in a thread, and shows what prevents them. Read-only. */
export function MacroPreview(props: MacroPreviewProps) {
  const { response, threadId } = props
  const preview = useMacroPreview(props)
  if (preview.error) return <Problem error={preview.error} onRetry={() => void preview.refetch()} />
  if (!preview.data) return <Delayed>{t('One moment…')}</Delayed>
  const { body, bodyFormat, attachments, missing, changes, problems } = preview.data
  const reasons = [
    ...(missing.length > 0 ? [t('This thread has no {variables}.', { variables: new Intl.ListFormat(language).format(missing) })] : []),
    ...problems.map(({ message }) => message),
  ]
  return (
    <div className="grid grid-cols-1 gap-3">
      {reasons.length > 0 && (
        <div role="status" className="rounded-lg bg-warning-tint px-3 py-2">
          <p className="flex gap-1.5 font-medium">
            <Icon of={TriangleAlert} size={14} className="mt-0.5 shrink-0 text-warning" />
            {t('It can’t be applied to this thread, which stays as it is.')}
          </p>
          <ul className="ps-5">
            {reasons.map((reason) => (
              <li key={reason} className="first-letter:uppercase">
                {reason}
              </li>
            ))}
          </ul>
        </div>
      )}
      {body !== null &&
        (bodyFormat === 'html' ? (
          <div className="rounded-xl border border-tint-line bg-tint px-3.5 py-2.5">
            <MailFrame id={`macro-${response.id}-${threadId}`} html={body} title={t('The reply')} text="" />
          </div>
        ) : (
          <p dir="auto" className="rounded-xl border border-tint-line bg-tint px-3.5 py-2.5 text-base whitespace-pre-wrap wrap-anywhere">
            {body}
          </p>
        ))}
      <FileNames files={attachments} />
      {changes !== null && hasChanges(changes) && <ThreadChanges label={t('What changes')} changes={changes} />}
      {changes !== null && !hasChanges(changes) && <p className="text-text-2">{t('Nothing else changes in this thread.')}</p>}
    </div>
  )
}
