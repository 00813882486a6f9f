import { useState } from 'react'
import type { ChangePasswordRequest } from '@skein/client'
import { useApi } from '../../api/api.ts'
import type { FieldSpec } from '../../ui/form/fields.ts'
import { RecordForm } from '../../ui/form/record-form.tsx'
import { showToast } from '../../ui/toasts.ts'
import { sessionsKey } from './sessions-key.ts'

const fields: readonly FieldSpec[] = [
  { kind: 'text', type: 'password', name: 'currentPassword', label: 'Current password', required: true, autoComplete: 'current-password' },
  {
    kind: 'text',
    type: 'password',
    name: 'newPassword',
    label: 'New password',
    required: true,
    autoComplete: 'new-password',
    hint: 'At least 12 characters of any kind, such as four words. Changing it ends all your other sessions and the URL of your calendar.',
  },
]

export function ChangePassword() {
  const { skein, queries } = useApi()
  const [round, setRound] = useState(0)
  return (
    <section aria-labelledby="password" className="max-w-120">
      <h2 id="password" className="mb-3 font-semibold">
        Password
      </h2>
      <RecordForm
        key={round}
        fields={fields}
        read={null}
        submit="Change the password"
        // Safe because the fields are the API's.
        send={(body, options) => skein.changePassword({ body: body as ChangePasswordRequest, ...options })}
        onDone={() => {
          setRound(round + 1)
          void queries.invalidateQueries({ queryKey: sessionsKey })
          void queries.invalidateQueries({ queryKey: ['calendar'] })
          showToast({ kind: 'done', text: 'Your password is changed. Your other sessions and the URL of your calendar have ended.' })
        }}
      />
    </section>
  )
}
