import { useState } from 'react'
import type { ChangePasswordRequest } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { lazily, t } from '../../texts/texts.ts'
import type { FieldSpec } from '../../ui/form/fields.ts'
import { RecordForm } from '../../ui/form/record-form.tsx'
import { showToast } from '../../ui/toasts.ts'
import { sessionsKey } from './sessions-key.ts'

const fields = lazily((): readonly FieldSpec[] => [
  {
    kind: 'text',
    type: 'password',
    name: 'currentPassword',
    label: t('Current password'),
    required: true,
    autoComplete: 'current-password',
  },
  {
    kind: 'text',
    type: 'password',
    name: 'newPassword',
    label: t('New password'),
    required: true,
    autoComplete: 'new-password',
    hint: t(
      'At least 12 characters of any kind, such as four words. We then sign you out everywhere else, and the link to your calendar stops working.',
    ),
  },
])

export function ChangePassword() {
  const { skein, queries } = useApi()
  const [round, setRound] = useState(0)
  return (
    <section aria-labelledby="password" className="card">
      <h2 id="password" className="mb-3 text-md font-semibold">
        {t('Password')}
      </h2>
      <RecordForm
        key={round}
        fields={fields()}
        read={null}
        submit={t('Change password')}
        // Safe because the fields are the API's.
        send={(body, options) => skein.changePassword({ body: body as ChangePasswordRequest, ...options })}
        onDone={() => {
          setRound(round + 1)
          void queries.invalidateQueries({ queryKey: sessionsKey })
          void queries.invalidateQueries({ queryKey: ['calendar'] })
          showToast({
            kind: 'done',
            text: t('Password changed. We’ve signed you out everywhere else, and the link to your calendar no longer works.'),
          })
        }}
      />
    </section>
  )
}
