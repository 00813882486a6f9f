import { useState } from 'react'
import type { CustomField, SlaConditions } from '@skein/client'
import { message, t } from '../../../texts/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/select.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { X } from '../../../ui/icons.ts'
import type { Source } from '../../catalogue/catalogue.ts'
import { useAllItems } from '../../catalogue/use-catalogue.ts'

type Condition = NonNullable<SlaConditions['customerFields']>[number]
type Value = Condition['values'][number]

const customFieldSource = {
  noun: 'custom_field',
  choose: message('Choose a custom field'),
  operations: { list: 'listCustomFields' },
  nameOf: ({ name }) => name,
} as const satisfies Source<CustomField>

type CustomerFieldsInputProps = { conditions: readonly Condition[]; isReadOnly: boolean; onChange: (conditions: Condition[]) => void }

/** Conditions on custom fields of the customer: each field must have one of the listed values. */
export function CustomerFieldsInput({ conditions, isReadOnly, onChange }: CustomerFieldsInputProps) {
  const { data: all = [] } = useAllItems<CustomField>(customFieldSource)
  const fields = all.filter(({ appliesTo, archivedAt }) => appliesTo === 'CUSTOMER' && archivedAt === null)
  const box = 'field min-w-0'
  const change = (at: number, next: Condition): void => onChange(conditions.map((each, index) => (index === at ? next : each)))
  const unusedField = fields.find(({ key }) => !conditions.some((each) => each.key === key))
  if (fields.length === 0 && conditions.length === 0) return null
  return (
    <div role="group" aria-label={t('Customer fields')}>
      <p className="mb-1 text-xs text-muted">{t('Customer fields')}</p>
      <div className="grid gap-1.5">
        {conditions.map((condition, at) => (
          <div key={condition.key} className="flex flex-wrap items-center gap-1.5">
            <Select
              label={t('Field {number}', { number: at + 1 })}
              disabled={isReadOnly}
              options={[
                ...(fields.some(({ key }) => key === condition.key) ? [] : [{ value: condition.key, label: condition.key }]),
                ...fields.map(({ key, name }) => ({ value: key, label: name })),
              ]}
              value={condition.key}
              onChange={(key) => change(at, { key, values: condition.values })}
            />
            <ValuesField
              label={t('Values of field {number}', { number: at + 1 })}
              type={fields.find(({ key }) => key === condition.key)?.type ?? 'TEXT'}
              values={condition.values}
              isReadOnly={isReadOnly}
              className={`${box} flex-1`}
              onChange={(values) => change(at, { ...condition, values })}
            />
            <Button
              look="plain"
              disabled={isReadOnly}
              aria-label={t('Remove field {number}', { number: at + 1 })}
              onClick={() => onChange(conditions.filter((_, index) => index !== at))}
            >
              <Icon of={X} size={14} />
            </Button>
          </div>
        ))}
        {unusedField && (
          <div>
            <Button disabled={isReadOnly} onClick={() => onChange([...conditions, { key: unusedField.key, values: [] }])}>
              {t('Add a field')}
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}

type ValuesFieldProps = {
  label: string
  type: CustomField['type']
  values: readonly Value[]
  isReadOnly: boolean
  className: string
  onChange: (values: Value[]) => void
}

/** Values separated by commas, converted to the field's type. */
function ValuesField({ label, type, values, isReadOnly, className, onChange }: ValuesFieldProps) {
  const [draft, setDraft] = useState<string | null>(null)
  return (
    <input
      aria-label={label}
      className={className}
      placeholder={t('enterprise, partner')}
      required
      disabled={isReadOnly}
      value={draft ?? values.map(String).join(', ')}
      onChange={(event) => {
        setDraft(event.target.value)
        onChange(
          event.target.value
            .split(',')
            .map((part) => part.trim())
            .filter((part) => part !== '')
            .map((part) => parseValue(part, type)),
        )
      }}
      onBlur={() => setDraft(null)}
    />
  )
}

function parseValue(text: string, type: CustomField['type']): Value {
  if (type === 'NUMBER' && Number.isFinite(Number(text))) return Number(text)
  return type === 'BOOLEAN' && (text === 'true' || text === 'false') ? text === 'true' : text
}
