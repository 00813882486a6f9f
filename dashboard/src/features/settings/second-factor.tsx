import { useState } from 'react'
import { encodeQR } from 'qr'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { EnrollTotpRequest, TotpCodeRequest, TotpEnrolment } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { lazily, t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import type { FieldSpec } from '../../ui/form/fields.ts'
import { RecordForm } from '../../ui/form/record-form.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { showToast } from '../../ui/toasts.ts'

const password = lazily(
  (): FieldSpec => ({
    kind: 'text',
    type: 'password',
    name: 'password',
    label: t('Your password'),
    required: true,
    autoComplete: 'current-password',
  }),
)
const code = lazily(
  (): FieldSpec => ({
    kind: 'text',
    name: 'code',
    label: t('Code from your authenticator app'),
    required: true,
    maxLength: 32,
    autoComplete: 'one-time-code',
  }),
)

/** Query key of the signed-in user. The sidebar uses the same query for the workspace's name. */
const meKey = ['me']

const currentCode = lazily((): FieldSpec => ({ ...code(), label: t('Code from your current authenticator app, or a recovery code') }))

/** Sets up, replaces or removes the user's authenticator app. */
export function SecondFactor() {
  const { skein, queries } = useApi()
  const [state, setState] = useState<'enrol' | 'disable' | null>(null)
  const disable = useMutation({ mutationFn: (body: TotpCodeRequest) => skein.disableTotp({ body }) })
  const me = useQuery({ queryKey: meKey, staleTime: 0, queryFn: async ({ signal }) => (await skein.getMe({ signal })).data })
  const hasAuthenticator = me.data?.secondFactor ?? false
  const refetchMe = (): void => void queries.invalidateQueries({ queryKey: meKey })
  return (
    <section aria-labelledby="second-factor" className="card">
      <h2 id="second-factor" className="mb-1 text-md font-semibold">
        {t('Second factor')}
      </h2>
      <p className="mb-3 text-text-2">
        {hasAuthenticator
          ? t('You sign in with your password and a code from your authenticator app, so a stolen password isn’t enough.')
          : t('Add an authenticator app, and signing in also needs a code from your phone. Then a stolen password isn’t enough.')}
      </p>
      {state === null && !me.isPending && (
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => setState('enrol')}>
            {hasAuthenticator ? t('Set up another authenticator') : t('Set up an authenticator')}
          </Button>
          {hasAuthenticator && <Button onClick={() => setState('disable')}>{t('Remove the authenticator')}</Button>}
        </div>
      )}
      {state === 'enrol' && (
        <Enrolment hasOne={hasAuthenticator} onConfirmed={refetchMe} onDone={() => setState(null)} onCancel={() => setState(null)} />
      )}
      {state === 'disable' && (
        <RecordForm
          fields={[{ ...code(), label: t('Code from your authenticator app, or a recovery code') }]}
          read={null}
          submit={t('Remove authenticator')}
          onCancel={() => setState(null)}
          // Safe because the field is the API's.
          send={(body) => disable.mutateAsync(body as TotpCodeRequest)}
          onDone={() => {
            refetchMe()
            setState(null)
            showToast({ kind: 'done', text: t('Authenticator removed. You now sign in with your password only.') })
          }}
        />
      )}
    </section>
  )
}

type EnrolmentProps = {
  /** Whether this replaces an existing authenticator, which requires one of its codes. */
  hasOne: boolean
  /** Called when the authenticator is active, while the recovery codes are still shown. */
  onConfirmed: () => void
  onDone: () => void
  onCancel?: () => void
}

/** Sets up an authenticator in steps: password, QR code, first code, recovery codes. */
export function Enrolment({ hasOne, onConfirmed, onDone, onCancel }: EnrolmentProps) {
  const { skein } = useApi()
  const [enrolment, setEnrolment] = useState<TotpEnrolment | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  return (
    <>
      {enrolment === null ? (
        <RecordForm
          fields={hasOne ? [password(), currentCode()] : [password()]}
          read={null}
          submit={t('Continue')}
          {...(onCancel ? { onCancel } : {})}
          // Safe because the fields are the API's.
          send={(body, options) => skein.enrollTotp({ body: body as EnrollTotpRequest, ...options })}
          onDone={({ data }) => setEnrolment(data)}
        />
      ) : (
        <div className="grid grid-cols-1 gap-4">
          <p>{t('1. Scan this with your authenticator app, or type in the secret.')}</p>
          <QrCode text={enrolment.uri} />
          <CodeBlock label={t('Secret')} text={enrolment.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')} copies={enrolment.secret} />
          <p>{t('2. Type the six digits the app shows.')}</p>
          <RecordForm
            fields={[code()]}
            read={null}
            submit={t('Confirm')}
            {...(onCancel ? { onCancel } : {})}
            // Safe because the field is the API's.
            send={(body, options) => skein.confirmTotp({ body: body as TotpCodeRequest, ...options })}
            onDone={({ data }) => {
              setCodes(data.recoveryCodes)
              onConfirmed()
            }}
          />
        </div>
      )}
    </>
  )
}

function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = codes.join('\n')
  return (
    <div className="grid gap-3">
      <p role="status">
        {t(
          'Done. From now on, you need a code to sign in. Save these recovery codes where you can find them without your phone. Each works once, and we won’t show them again.',
        )}
      </p>
      <CodeBlock label={t('Recovery codes')} text={text} />
      <div className="flex gap-2">
        <Button onClick={() => saveFile('skein-recovery-codes.txt', `${text}\n`, 'text/plain')}>{t('Save as a file')}</Button>
        <Button look="primary" onClick={onDone}>
          {t('I’ve saved the codes')}
        </Button>
      </div>
    </div>
  )
}

/** Renders the QR code in the browser, so that the secret never reaches another service. */
function QrCode({ text }: { text: string }) {
  const rows = encodeQR(text, 'raw', { border: 2 })
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    // Black on white in both themes, because some scanners cannot read inverted codes.
    <svg
      role="img"
      aria-label={t('QR code of the secret')}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      className="size-52 rounded-md bg-[#fff]"
    >
      <path d={path} fill="#000" />
    </svg>
  )
}
