import { t } from '../../texts/texts.ts'
import { matches } from '../../ui/fold-words.ts'
import { days, flags, isOperator, operatorNames, operators, type Choice, type OperatorName, type Typing } from '../search/operators.ts'
import type { FilterKind } from './filter-kinds.tsx'

const maxOptions = 8
/** Letters of a word from which operators are offered. */
const minLetters = 2

/** `completed` is the text of the search with the option. `isWhole`: the search can run with it. */
type Completion = { name: string; detail: string; completed: string; isWhole: boolean }

/** Returns the options for what the agent is typing. `customers` are those whom a search for the value of `from:` finds. */
export function completeSearch({ name, value, before }: Typing, kinds: readonly FilterKind[], customers: readonly Choice[]): Completion[] {
  if (value === null)
    return operatorNames
      .filter((each) => name.length >= minLetters && each.startsWith(name))
      .map((each) => ({ name: `${each}:`, detail: t(operators[each].hint), completed: `${before}${each}:`, isWhole: false }))
  if (!isOperator(name)) return []
  return listChoices(name, kinds, customers)
    .filter((choice) => name === 'from' || matches(`${choice.id} ${choice.name} ${choice.detail ?? ''}`, value))
    .slice(0, maxOptions)
    .map(({ id, name: shown, detail = '' }) => ({ name: shown, detail, completed: `${before}${name}:${quote(id, shown)}`, isWhole: true }))
}

/** Writes a choice as agents would: by a readable id such as `open`, else by its name. */
function quote(id: string, name: string): string {
  const value = /^[a-z]{3}_/.test(id) ? name.replaceAll('"', '') : id
  return /\s/.test(value) ? `"${value}"` : value
}

function listChoices(name: OperatorName, kinds: readonly FilterKind[], customers: readonly Choice[]): readonly Choice[] {
  const { filter, values } = operators[name]
  const kindOf = (wanted: string): FilterKind | undefined => kinds.find((kind) => kind.name === wanted)
  if (values === 'customer') return customers
  if (values === 'flag') return flags.map((id) => ({ id, name: kindOf(id)?.label ?? id }))
  if (values === 'day') return Object.keys(days).map((id) => ({ id, name: id === 'today' ? t('Today') : t('Yesterday') }))
  return kindOf(filter)?.options ?? []
}
