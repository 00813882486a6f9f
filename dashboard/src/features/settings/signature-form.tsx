import { useQueryClient } from '@tanstack/react-query'
import type { Preferences, PreferencesUpdate } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { lazily, t } from '../../texts/texts.ts'
import type { FieldSpec } from '../../ui/form/fields.ts'
import { showToast } from '../../ui/toasts.ts'
import { PageForm } from '../catalogue/page-form.tsx'
import { createTemplateInput } from '../templates/template-field.tsx'

const fields = lazily((): readonly FieldSpec[] => [
  {
    kind: 'custom',
    name: 'signature',
    label: t('Signature'),
    isGroup: true,
    Input: createTemplateInput({ label: t('Signature'), use: 'SIGNATURE', maxLength: 10_000, isPreviewed: true }),
    hint: t('Below your replies by email, in place of the inbox’s signature. Leave it empty to use the inbox’s.'),
  },
])

/** The agent's own signature, which replaces the inbox's below their replies by email. */
export function SignatureForm({ preferences }: { preferences: Preferences }) {
  const { skein } = useApi()
  const queries = useQueryClient()
  return (
    <PageForm
      // Reset the form to the saved version.
      key={preferences.signature ?? ''}
      fields={fields()}
      read={{ record: preferences, etag: null }}
      readOnly={null}
      submit={t('Save')}
      // Safe because the field is the API's.
      send={(body, options) => skein.updatePreferences({ body: body as PreferencesUpdate, ...options })}
      reload={async () => ({ record: (await skein.getPreferences()).data, etag: null })}
      onDone={({ data }) => {
        queries.setQueryData(['preferences'], data)
        showToast({ kind: 'done', text: t('Saved.') }, 3_000)
      }}
    />
  )
}
