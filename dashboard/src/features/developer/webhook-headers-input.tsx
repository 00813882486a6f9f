import { t } from '../../texts/texts.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import type { CustomInput } from '../../ui/form/fields.ts'
import { Plus, X } from '../../ui/icons.ts'

type Header = { name: string; value?: string }

const maxHeaders = 10

/** Custom headers of every delivery. The service never returns their values, so a header without a value keeps the stored one. */
export function WebhookHeadersInput({ id, value, onChange, isReadOnly, problems }: CustomInput) {
  // Safe because the value comes from this input, or is the webhook's list of header names.
  const headers = Array.isArray(value) ? (value as Header[]) : []
  const change = (at: number, header: Header): void => onChange(headers.map((each, i) => (i === at ? header : each)))
  return (
    <div className="grid justify-items-start gap-2">
      {headers.map((header, i) => (
        // oxlint-disable-next-line react/no-array-index-key -- a header has no other identity while it is typed.
        <div key={i} className="grid w-full gap-1">
          <div className="flex w-full items-center gap-2">
            <input
              id={`${id}-${i}`}
              aria-label={t('Header name')}
              placeholder={'X-Gateway-Key'}
              maxLength={64}
              required
              disabled={isReadOnly}
              className="field w-2/5"
              value={header.name}
              onChange={(event) => change(i, { ...header, name: event.target.value })}
            />
            <input
              aria-label={t('Value')}
              type="password"
              autoComplete="off"
              maxLength={2048}
              disabled={isReadOnly}
              className="field grow"
              value={header.value ?? ''}
              onChange={({ target }) => change(i, target.value === '' ? { name: header.name } : { name: header.name, value: target.value })}
            />
            {!isReadOnly && (
              <IconButton icon={X} label={t('Remove header')} onClick={() => onChange(headers.filter((_, at) => at !== i))} />
            )}
          </div>
          {Object.entries(problems)
            .filter(([path]) => path.startsWith(`[${i}]`))
            .map(([path, problem]) => (
              <p key={path} className="text-danger">
                {problem}
              </p>
            ))}
        </div>
      ))}
      {!isReadOnly && headers.length < maxHeaders && (
        <Button look="plain" icon={Plus} onClick={() => onChange([...headers, { name: '' }])}>
          {t('Add header')}
        </Button>
      )}
    </div>
  )
}
