import type { Inbox, RequestOf } from '@skein/client'
import { useApi } from '../../../api/api.ts'
import { t } from '../../../texts/texts.ts'
import type { FieldSpec } from '../../../ui/form/fields.ts'
import type { FetchedRecord } from '../../../ui/form/record-form.tsx'
import { showToast } from '../../../ui/toasts.ts'
import { PageForm } from '../../catalogue/page-form.tsx'
import { ChatPreview } from './chat-preview.tsx'

export type ChatFormProps = {
  inboxId: string
  read: FetchedRecord<Inbox>
  readOnly: string | null
  reload: () => Promise<FetchedRecord<Inbox>>
  onSaved: (saved: { data: Inbox; etag: string | null }) => void
}

/** Form of one tab of a website chat. */
export function ChatForm({
  inboxId,
  read,
  readOnly,
  reload,
  onSaved,
  fields,
  hasPreview = false,
}: ChatFormProps & { fields: readonly FieldSpec[]; hasPreview?: boolean }) {
  const { skein } = useApi()
  const form = (
    <PageForm
      fields={fields}
      read={read}
      readOnly={readOnly}
      submit={t('Save')}
      send={(body, options) =>
        // Safe because the fields are the API's, and the service validates their values.
        skein.updateInbox({ path: { id: inboxId }, body: body as RequestOf<'updateInbox'>['body'], ...options })
      }
      reload={reload}
      onDone={(saved) => {
        onSaved(saved)
        showToast({ kind: 'done', text: t('Saved.') }, 3_000)
      }}
      {...(hasPreview ? { renderBelow: (values) => <ChatPreview values={values} /> } : {})}
    />
  )
  if (!hasPreview) return form
  // On wide screens, the preview stands next to the fields and stays in view.
  return <div className="wide:[&>form]:grid-cols-[minmax(0,1fr)_18rem] wide:[&>form]:items-start">{form}</div>
}
