import type { RuleMessage } from '@skein/client'
import { message as text, t } from '../../texts/texts.ts'
import type { CustomInput } from '../../ui/form/fields.ts'
import { Select } from '../../ui/select.tsx'
import { CheckboxesInput } from '../settings/service-levels/checkboxes-input.tsx'

const authors = { CUSTOMER: text('A customer'), AGENT: text('An agent'), BOT: text('A bot'), SYSTEM: text('Skein itself') }

/** Edits the message conditions of a trigger. */
export function MessageInput({ id, value, onChange, isReadOnly, problems }: CustomInput) {
  // Safe because the API defines this value and only this input changes it.
  const message = (value ?? {}) as RuleMessage
  const set = (name: keyof RuleMessage, next: unknown): void => {
    const { [name]: _, ...others } = message
    const changed = next === undefined ? others : { ...others, [name]: next }
    onChange(Object.keys(changed).length === 0 ? null : changed)
  }
  const problemOf = (name: string): string | undefined => Object.entries(problems).find(([path]) => path.startsWith(`.${name}`))?.[1]
  const domains = (message.fromDomains ?? []).join(', ')
  return (
    <div className="grid grid-cols-1 gap-3">
      <CheckboxesInput
        label={t('Written by (anyone if none is ticked)')}
        options={authors}
        chosen={(message.authorTypes ?? []).map((type) => type.toUpperCase())}
        isReadOnly={isReadOnly}
        onChange={(chosen) => set('authorTypes', chosen.length === 0 ? undefined : chosen)}
      />
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <div>
          <label htmlFor={`${id}-words`} className="mb-1 block text-xs text-muted">
            {t('With these words')}
          </label>
          <input
            id={`${id}-words`}
            className="field w-full"
            maxLength={1000}
            disabled={isReadOnly}
            placeholder={t('invoice OR refund -“gift card”')}
            aria-invalid={problemOf('words') !== undefined}
            aria-describedby={`${id}-words-hint`}
            value={message.words ?? ''}
            onChange={({ target }) => set('words', target.value === '' ? undefined : target.value)}
          />
          <p id={`${id}-words-hint`} className={`mt-1 text-xs ${problemOf('words') ? 'text-danger' : 'text-muted'}`}>
            {problemOf('words') ?? t('As in the search: OR between alternatives, a minus before what must be missing.')}
          </p>
        </div>
        <div>
          <label htmlFor={`${id}-domains`} className="mb-1 block text-xs text-muted">
            {t('From these domains')}
          </label>
          <input
            id={`${id}-domains`}
            className="field w-full"
            disabled={isReadOnly}
            placeholder={'example.com, example.org'}
            aria-invalid={problemOf('fromDomains') !== undefined}
            defaultValue={domains}
            onChange={({ target }) => {
              const list = target.value.split(/[\s,;]+/).filter((part) => part !== '')
              set('fromDomains', list.length === 0 ? undefined : list)
            }}
          />
        </div>
        <div>
          <label htmlFor={`${id}-internal`} className="mb-1 block text-xs text-muted">
            {t('Kind of message')}
          </label>
          <Select
            id={`${id}-internal`}
            disabled={isReadOnly}
            className="w-full"
            options={[
              { value: '', label: t('Any') },
              { value: 'false', label: t('Messages that the customer sees') },
              { value: 'true', label: t('Internal notes') },
            ]}
            value={message.internal === undefined ? '' : String(message.internal)}
            onChange={(next) => set('internal', next === '' ? undefined : next === 'true')}
          />
        </div>
      </div>
      <div className="grid grid-cols-1 gap-1">
        <label className="flex min-h-6 items-center gap-2">
          <input
            type="checkbox"
            className="size-4"
            disabled={isReadOnly}
            checked={message.first === true}
            onChange={({ target }) => set('first', target.checked ? true : undefined)}
          />
          {t('Only the first message of a thread')}
        </label>
        <label className="flex min-h-6 items-center gap-2">
          <input
            type="checkbox"
            className="size-4"
            disabled={isReadOnly}
            checked={message.automatic === true}
            onChange={({ target }) => set('automatic', target.checked ? true : undefined)}
          />
          {t('Automatic messages too, such as out-of-office replies')}
        </label>
      </div>
    </div>
  )
}
