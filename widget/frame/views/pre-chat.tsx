import type { WidgetQuestion } from '../../../client/visitor.ts'
import type { PreChat } from '../sending.ts'
import { t } from '../texts.ts'

type PreChatProps = {
  questions: readonly WidgetQuestion[]
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

/** What the inbox asks before the first message. Several options are separated by line breaks. */
export function PreChatFields({ questions, values, onChange }: PreChatProps) {
  return (
    <div class="pre-chat">
      {questions.map((question) => {
        const { field, label, required } = question
        const name = field === 'NAME' ? t('Your name') : field === 'EMAIL' ? t('Your email address') : label
        const set = (value: string): void => onChange({ ...values, [field]: value })
        return (
          <label key={field}>
            <span>
              {name} {!required && <small>{t('optional')}</small>}
            </span>
            <Input question={question} value={values[field] ?? ''} set={set} />
          </label>
        )
      })}
    </div>
  )
}

type InputProps = { question: WidgetQuestion; value: string; set: (value: string) => void }

function Input({ question: { field, type, options, required }, value, set }: InputProps) {
  const choices = type === 'BOOLEAN' ? [yes(), no()] : options
  if (choices && type === 'MULTISELECT')
    return (
      <select
        multiple
        required={required}
        name={field}
        onChange={({ currentTarget }) => set([...currentTarget.selectedOptions].map((option) => option.value).join('\n'))}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value} selected={value.split('\n').includes(choice.value)}>
            {choice.label}
          </option>
        ))}
      </select>
    )
  if (choices)
    return (
      <select required={required} name={field} value={value} onChange={({ currentTarget }) => set(currentTarget.value)}>
        <option value="">{t('Choose…')}</option>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    )
  return (
    <input
      // Safe because Preact's types know no type that is not a literal.
      type={(inputTypes[type] ?? 'text') as 'text'}
      name={field}
      value={value}
      required={required}
      maxLength={field === 'EMAIL' ? 254 : 500}
      autocomplete={autocomplete[field] ?? 'off'}
      dir="auto"
      onInput={({ currentTarget }) => set(currentTarget.value)}
    />
  )
}

const yes = (): { value: string; label: string } => ({ value: 'true', label: t('Yes') })
const no = (): { value: string; label: string } => ({ value: 'false', label: t('No') })

/** Converts the values of the form to the API's. */
export function toPreChat(questions: readonly WidgetQuestion[], values: Readonly<Record<string, string>>): PreChat {
  const filled = questions.flatMap(({ field, type }) => {
    const value = values[field]?.trim() ?? ''
    return value === '' ? [] : [{ field, type, value }]
  })
  const get = (name: string): string | undefined => filled.find(({ field }) => field === name)?.value
  const fields = filled.filter(({ field }) => field !== 'NAME' && field !== 'EMAIL')
  const [name, email] = [get('NAME'), get('EMAIL')]
  return {
    ...(name === undefined ? {} : { name }),
    ...(email === undefined ? {} : { email }),
    ...(fields.length === 0
      ? {}
      : { fields: Object.fromEntries(fields.map(({ field, type, value }) => [field, toFieldValue(type, value)])) }),
  }
}

function toFieldValue(type: string, value: string): string | number | boolean | string[] {
  if (type === 'NUMBER') return Number(value)
  if (type === 'BOOLEAN') return value === 'true'
  return type === 'MULTISELECT' ? value.split('\n') : value
}
