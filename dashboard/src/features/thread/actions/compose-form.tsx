import { useId, useRef, useState, type ReactNode } from 'react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ApiError, type Inbox, type Thread } from '@skein/client'
import { useApi } from '../../../api/api.ts'
import { newIdempotencyKey } from '../../../api/idempotency-key.ts'
import { formatAriaKeys, formatKeys } from '../../../keyboard/shortcuts.ts'
import { t } from '../../../texts/texts.ts'
import { Button, Key } from '../../../ui/button.tsx'
import { Foot } from '../../../ui/form/foot.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { showToast } from '../../../ui/toasts.ts'
import {
  toMessageBody,
  toNewThreadId,
  useDraft,
  useDrafts,
  useIsSaved,
  type ChosenRecipients,
  type MailAddress,
} from '../../threads/drafts.ts'
import { type FieldHandle, type Formats } from '../../editor/field.ts'
import { DropHint } from '../composer/drop-hint.tsx'
import { FileList } from '../composer/file-list.tsx'
import { useAttachments } from '../composer/use-attachments.ts'
import { WritingField } from '../../editor/writing-field.tsx'
import { WritingTools } from '../composer/writing-tools.tsx'
import { getExcessLength } from '../channel/draft-limits.ts'
import { LimitNotes } from '../channel/limit-notes.tsx'
import { AddressInput } from '../email/address-input.tsx'
import { findMistypedAddress, hasMailAddress, toRecipientText } from '../email/reply-plan.ts'
import { toDraftKey } from '../uploads.ts'

type ComposeFormProps = {
  /** Inboxes that can send mail. */
  inboxes: readonly Inbox[]
  customer: Thread['customer'] | undefined
  inboxId: string | undefined
  onClose: () => void
}

/** Starts a thread with a mail to the customer. The browser keeps the draft until the mail is sent or discarded. */
export function ComposeForm({ inboxes, customer, inboxId, onClose }: ComposeFormProps) {
  const { skein } = useApi()
  const navigate = useNavigate()
  const drafts = useDrafts()
  const field = useRef<FieldHandle>(null)
  const [formats, setFormats] = useState<Formats>([])
  const [fromId, setFromId] = useState(inboxId)
  const from = inboxes.find(({ id }) => id === fromId) ?? inboxes[0]
  const fromFieldId = useId()
  const draftId = toNewThreadId(customer?.id)
  const draft = useDraft(drafts, draftId, 'reply')
  const isSaved = useIsSaved(drafts, draftId, 'reply')
  const { attach, attachTransfer, removeFile, cancelUploads, isUploading, isDragging, dropTarget } = useAttachments(
    drafts,
    draftId,
    'reply',
  )
  const { text, files, subject } = draft
  const recipients = draft.recipients ?? getFirstRecipients(customer)
  const setRecipients = (part: Partial<ChosenRecipients>): void =>
    drafts.write(draftId, 'reply', { recipients: { ...recipients, ...part } })
  // A retry of the same request keeps its idempotency key; a corrected request needs a new one.
  const lastRequest = useRef({ json: '', key: '' })
  const compose = useMutation({
    mutationFn: async () => {
      const { to, cc, bcc } = recipients
      const body = {
        inboxId: from?.id ?? '',
        to: to.map(toRecipientText),
        cc: cc.map(toRecipientText),
        bcc: bcc.map(toRecipientText),
        subject,
        ...toMessageBody(draft),
        attachments: files.map(({ uploadId, filename }) => ({ uploadId, filename })),
      }
      const json = JSON.stringify(body)
      if (lastRequest.current.json !== json) lastRequest.current = { json, key: newIdempotencyKey() }
      return (await skein.composeThread({ body, idempotencyKey: lastRequest.current.key })).data
    },
    onError(error) {
      // The service has stored this refusal under the key, so the next attempt needs a new key.
      if (error instanceof ApiError && error.status < 500) lastRequest.current = { json: '', key: '' }
    },
    onSuccess({ id: threadId }) {
      drafts.clear(draftId, 'reply')
      onClose()
      showToast({ kind: 'done', text: t('Your email is on its way.') }, 4_000)
      void navigate({ to: '/inbox/$view/$threadId', params: { view: 'all', threadId } })
    },
  })
  const canSend =
    recipients.to.length > 0 &&
    findMistypedAddress(recipients) === null &&
    subject.trim() !== '' &&
    text.trim() !== '' &&
    getExcessLength(draft) <= 0 &&
    !isUploading &&
    !compose.isPending
  const send = (): void => {
    if (canSend) compose.mutate()
  }
  const hasDraft = text !== '' || subject !== '' || files.length > 0
  return (
    // Not a form element, because the link dialog inside contains a form, and forms cannot be nested.
    <div className="grid grid-cols-1 gap-4" {...dropTarget}>
      <div>
        <label htmlFor={fromFieldId} className="mb-1.5 block font-medium">
          {t('From')}
        </label>
        <Select
          id={fromFieldId}
          className="w-full"
          options={inboxes.map(({ id, name, address }) => ({ value: id, label: `${name} (${address})` }))}
          value={from?.id ?? ''}
          onChange={setFromId}
        />
      </div>
      <Recipients
        label={t('To')}
        hint={t('The first address is the customer’s.')}
        addresses={recipients.to}
        onChange={(to) => setRecipients({ to })}
      />
      <Recipients label={t('Cc')} addresses={recipients.cc} onChange={(cc) => setRecipients({ cc })} />
      <Recipients label={t('Bcc')} addresses={recipients.bcc} onChange={(bcc) => setRecipients({ bcc })} />
      <Field
        label={t('Subject')}
        maxLength={255}
        autoComplete="off"
        value={subject}
        onChange={({ target }) => drafts.write(draftId, 'reply', { subject: target.value })}
      />
      <div>
        <p aria-hidden className="mb-1.5 font-medium">
          {t('Message')}
        </p>
        <div className="relative composer rounded-xl border border-line-strong bg-surface p-2 focus-within:border-accent">
          {isDragging && <DropHint />}
          <WritingField
            handle={field}
            label={t('Message')}
            placeholder={t('Write your email…')}
            writing={draft}
            controls={undefined}
            activeId={undefined}
            onWrite={(writing) => drafts.write(draftId, 'reply', writing)}
            onCaret={(_, active) => setFormats(active)}
            onKey={(key, isMod) => {
              if (key !== 'Enter' || !isMod) return false
              send()
              return true
            }}
            onTransfer={attachTransfer}
          />
        </div>
        <LimitNotes draft={draft} limits={null} />
        <FileList draft={toDraftKey(draftId, 'reply')} files={files} onRemove={removeFile} />
        <div className="mt-2 flex flex-wrap items-center gap-2">
          <WritingTools field={field} formats={formats} onAttach={attach} />
          <span className="text-xs text-muted" aria-live="polite">
            {isUploading ? t('Uploading…') : isSaved && hasDraft ? t('Draft saved in this browser') : ''}
          </span>
        </div>
      </div>
      {compose.error && <Problem error={compose.error} onRetry={send} />}
      <Foot
        cancel={hasDraft ? t('Discard draft') : t('Cancel')}
        onCancel={() => {
          cancelUploads()
          drafts.clear(draftId, 'reply')
          onClose()
        }}
      >
        <Button look="primary" aria-keyshortcuts={formatAriaKeys('send')} disabled={!canSend} onClick={send}>
          {t('Send email')} <Key>{formatKeys('send')}</Key>
        </Button>
      </Foot>
    </div>
  )
}

function getFirstRecipients(customer: Thread['customer'] | undefined): ChosenRecipients {
  const isReachable = customer !== undefined && hasMailAddress(customer)
  return { to: isReachable ? [{ name: customer.name, address: customer.email }] : [], cc: [], bcc: [] }
}

type RecipientsProps = {
  label: string
  hint?: string
  addresses: readonly MailAddress[]
  onChange: (addresses: readonly MailAddress[]) => void
}

function Recipients({ label, hint, addresses, onChange }: RecipientsProps): ReactNode {
  const id = useId()
  const hintId = hint === undefined ? undefined : `${id}-hint`
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {label}
        {hint === undefined && <span className="font-normal text-muted"> {t('(optional)')}</span>}
      </label>
      <AddressInput label={label} labelled={{ id, describedBy: hintId }} addresses={addresses} onChange={onChange} />
      {hint !== undefined && (
        <p id={hintId} className="mt-1.5 text-xs text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}
