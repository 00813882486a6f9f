import { useRef, useState } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/api.ts'
import { t } from '../../texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Picker } from '../../ui/picker.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import type { Condition } from './conditions.ts'
import { listChoices } from '../inbox/filter-kinds.tsx'
import { TypedPicker } from '../inbox/typed-picker.tsx'
import { toConditionValue, type RuleKind } from './rule-kinds.tsx'

type ConditionPickerProps = {
  kinds: readonly RuleKind[]
  /** The condition to change; null for a new one. */
  condition: Condition | null
  onPick: (condition: Condition) => void
  onClose: () => void
}

/** Picker for a condition: first its field, then its value. */
export function ConditionPicker({ kinds, condition, onPick, onClose }: ConditionPickerProps) {
  const [name, setName] = useState(condition?.name ?? null)
  const isPicked = useRef(false)
  const kind = kinds.find((each) => each.name === name)
  if (!kind)
    return (
      <Picker
        key="kinds"
        label={t('Choose a condition')}
        options={kinds.map((each) => ({ id: each.name, name: each.label, mark: <Icon of={each.icon} className="text-muted" /> }))}
        onPick={(picked) => {
          isPicked.current = true
          setName(picked)
        }}
        // Close the picker after a choice, too.
        onClose={() => !isPicked.current && onClose()}
      />
    )
  const pick = (id: string): void => onPick({ name: kind.name, value: toConditionValue(kind, id) })
  if (kind.name === 'customerId') return <CustomerPicker label={kind.label} onPick={pick} onClose={onClose} />
  if (kind.typed) return <TypedPicker key={kind.name} kind={kind} typed={kind.typed} onPick={pick} onClose={onClose} />
  const chosen = condition?.name === kind.name ? [condition.value].flat().map(String) : []
  return (
    <Picker
      key={kind.name}
      label={kind.label}
      options={
        chosen.length === 0
          ? listChoices(kind)
          : listChoices(kind).map((option) => Object.assign({}, option, { isOn: chosen.includes(option.id) }))
      }
      onPick={pick}
      onClose={onClose}
    />
  )
}

function CustomerPicker({ label, onPick, onClose }: { label: string; onPick: (id: string) => void; onClose: () => void }) {
  const { skein } = useApi()
  const [text, setText] = useState('')
  const q = useDebounced(text.trim())
  const { data: customers = [] } = useQuery({
    queryKey: ['customer-choices', q],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => (await skein.listCustomers({ query: { limit: 20, ...(q === '' ? {} : { q }) }, signal })).data,
  })
  return (
    <Picker
      label={label}
      options={customers.map(({ id, name, email }) => {
        const mark = <Avatar name={name ?? email} size={20} />
        return name === null ? { id, name: email, mark } : { id, name, detail: email, mark }
      })}
      onType={setText}
      onPick={onPick}
      onClose={onClose}
    />
  )
}
