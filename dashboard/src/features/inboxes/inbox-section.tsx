import { useState } from 'react'
import type { Inbox } from '@skein/client'
import { t } from '../../texts/texts.ts'
import type { FieldSpec } from '../../ui/form/fields.ts'
import type { FetchedRecord } from '../../ui/form/record-form.tsx'
import { showToast } from '../../ui/toasts.ts'
import { PageForm } from '../catalogue/page-form.tsx'
import { completeBody } from './email-fields.ts'

type SectionProps = {
  fields: readonly FieldSpec[]
  read: FetchedRecord<Inbox>
  readOnly: string | null
  reload: () => Promise<FetchedRecord<Inbox>>
  send: (
    body: Record<string, unknown>,
    options: { idempotencyKey: string; ifMatch?: string },
  ) => Promise<{ data: Inbox; etag: string | null }>
  onSaved: (saved: { data: Inbox; etag: string | null }) => void
  onDirty?: (isDirty: boolean) => void
}

/** Groups fields under a heading. */
export function titled(title: string, [first, ...rest]: readonly FieldSpec[]): FieldSpec[] {
  return first ? [{ ...first, group: title }, ...rest] : []
}

/** Form of one tab. It resets after saving, so that a password does not stay in its field. */
export function Section({ fields, read, readOnly, reload, send, onSaved, onDirty }: SectionProps) {
  const [saves, setSaves] = useState(0)
  return (
    <PageForm
      key={saves}
      fields={fields}
      read={read}
      readOnly={readOnly}
      submit={t('Save')}
      send={(body, options) => send(completeBody(body, read.record), options)}
      reload={reload}
      {...(onDirty && { onDirty })}
      onDone={(saved) => {
        onSaved(saved)
        setSaves(saves + 1)
        showToast({ kind: 'done', text: t('Saved.') }, 3_000)
      }}
    />
  )
}
