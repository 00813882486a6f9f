import { Button } from '../../ui/button.tsx'
import { t } from '../../texts/texts.ts'
import type { CustomInput } from '../../ui/form/fields.ts'

/** Port of `skein receive`, Skein's own webhook receiver, in the suggested command. */
export const receiverPort = 4000
const receiverUrl = `http://127.0.0.1:${receiverPort}/`

/** URL of a webhook. A button fills in the URL of Skein's own receiver, for trying out webhooks. */
export function ReceiverUrlInput({ id, value, onChange, describedBy, isInvalid, isReadOnly }: CustomInput) {
  return (
    <>
      <input
        id={id}
        type="url"
        required
        maxLength={2048}
        aria-describedby={describedBy}
        aria-invalid={isInvalid}
        disabled={isReadOnly}
        placeholder={'https://example.com/hooks/skein'}
        className="field w-full"
        value={typeof value === 'string' ? value : ''}
        onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
      />
      {!isReadOnly && (
        <p className="mt-1 text-muted">
          {t('No receiver yet?')}{' '}
          <Button look="plain" className="px-0! underline" onClick={() => onChange(receiverUrl)}>
            {t('Use the built-in receiver')}
          </Button>
        </p>
      )}
    </>
  )
}

export function isReceiver(url: string): boolean {
  return /^http:\/\/(127\.0\.0\.1|localhost)[:/]/.test(url)
}
