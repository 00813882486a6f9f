import type { WidgetPreChatField } from '../../../client/visitor.ts'
import { t } from '../texts.ts'

type PreChatProps = {
  questions: readonly WidgetPreChatField[]
  values: Readonly<Record<string, string>>
  onChange: (values: Readonly<Record<string, string>>) => void
}

const inputTypes: Readonly<Record<string, 'email' | 'number' | 'date' | 'url'>> = {
  EMAIL: 'email',
  NUMBER: 'number',
  DATE: 'date',
  URL: 'url',
}
const autocomplete: Readonly<Record<string, string>> = { NAME: 'name', EMAIL: 'email' }

/** What the inbox asks before the first message. */
export function PreChatFields({ questions, values, onChange }: PreChatProps) {
  return (
    <div class="pre-chat">
      {questions.map(({ field, label, type, options, required }) => {
        const shared = { value: values[field] ?? '', required, name: field }
        const set = (value: string): void => onChange({ ...values, [field]: value })
        const name = field === 'NAME' ? t('Your name') : field === 'EMAIL' ? t('Your email address') : label
        return (
          <label key={field}>
            <span>
              {name} {!required && <small>{t('optional')}</small>}
            </span>
            {options ? (
              <select {...shared} onChange={({ currentTarget }) => set(currentTarget.value)}>
                <option value="">{t('Choose…')}</option>
                {options.map((option) => (
                  <option key={option}>{option}</option>
                ))}
              </select>
            ) : (
              <input
                {...shared}
                // Safe because Preact's types know no type that is not a literal.
                type={(inputTypes[type] ?? 'text') as 'text'}
                maxLength={field === 'EMAIL' ? 254 : 500}
                autocomplete={autocomplete[field] ?? 'off'}
                dir="auto"
                onInput={({ currentTarget }) => set(currentTarget.value)}
              />
            )}
          </label>
        )
      })}
    </div>
  )
}
