/** Operators of searches, such as `label:billing`, and the filters of the API that they set. */
import { message, type Message } from '../../texts/texts.ts'
import { fold, matches } from '../../ui/fold-words.ts'
import type { FilterName, ListSearch } from '../threads/list-search.ts'

type OperatorKind = {
  filter: FilterName
  /** Description of the value after the colon. */
  hint: Message
  /** `list` for one of the filter's options, or several of them; `several` separates them by commas. */
  values: 'list' | 'several' | 'customer' | 'day' | 'flag'
}

/** Each operator with its filter. Other words with a colon are searched for as words. */
export const operators = {
  from: { filter: 'customerId', hint: message('Customer, by name or email'), values: 'customer' },
  to: { filter: 'inboxId', hint: message('Inbox'), values: 'list' },
  assignee: { filter: 'assigneeId', hint: message('Assignee, or “me” or “none”'), values: 'list' },
  team: { filter: 'teamId', hint: message('Team, or “none”'), values: 'list' },
  label: { filter: 'labelId', hint: message('Label, or “none”'), values: 'list' },
  status: { filter: 'status', hint: message('Open, pending, resolved or closed'), values: 'several' },
  priority: { filter: 'priority', hint: message('Urgent, high, normal or low'), values: 'several' },
  channel: { filter: 'channel', hint: message('Channel, such as email or chat'), values: 'several' },
  is: { filter: 'unread', hint: message('Unread, waiting or snoozed'), values: 'flag' },
  after: { filter: 'createdAfter', hint: message('Created on this day or later: 2026-03-04'), values: 'day' },
  before: { filter: 'createdBefore', hint: message('Created before this day: 2026-03-04'), values: 'day' },
} as const satisfies Readonly<Record<string, OperatorKind>>

export type OperatorName = keyof typeof operators
// Safe because the keys of the table are the names.
export const operatorNames = Object.keys(operators) as OperatorName[]
export const isOperator = (name: string): name is OperatorName => Object.hasOwn(operators, name)

/** Filters that `is:` sets. */
export const flags = ['unread', 'waiting', 'snoozed'] as const

/** An operator in a search, and its text there. */
export type Operation = { name: OperatorName; value: string; text: string }

const operationPattern = /(?<=^|\s)([a-z]+):(?:"([^"]*)"|([^\s"]+))(?=\s|$)/giu

/** Finds the operators of a search. Those with a minus, and words such as `http://…`, are none. */
export function parseOperations(text: string): Operation[] {
  return [...text.matchAll(operationPattern)].flatMap(([whole, written = '', quoted, plain = '']) => {
    const name = written.toLowerCase()
    const value = (quoted ?? plain).trim()
    return isOperator(name) && value !== '' ? [{ name, value, text: whole }] : []
  })
}

/** An option of a filter. */
export type Choice = { id: string; name: string; detail?: string }

/** Returns the filter that an operation sets; null if no option has the value, so that it is searched for as words. */
export function toFilter({ name, value }: Operation, choices: readonly Choice[], now: number): Partial<ListSearch> | null {
  const { filter, values } = operators[name]
  if (values === 'flag') {
    const flag = flags.find((each) => each === fold(value))
    return flag === undefined ? null : { [flag]: true }
  }
  if (values === 'day') {
    const at = parseDay(value, now)
    return at === null ? null : { [filter]: at }
  }
  const ids = (values === 'several' ? value.split(',') : [value]).map((each) => findChoice(choices, each.trim())?.id)
  return ids.includes(undefined) ? null : { [filter]: ids.join(',') }
}

/** Finds the option that was typed: by its id or name, or the only one whose name or detail contains the text. */
export function findChoice(choices: readonly Choice[], typed: string): Choice | undefined {
  const wanted = fold(typed)
  const exact = choices.find(({ id, name, detail = '' }) => [id, name, detail].some((each) => fold(each) === wanted))
  const partly = choices.filter(({ name, detail = '' }) => matches(`${name} ${detail}`, typed))
  return exact ?? (partly.length === 1 ? partly[0] : undefined)
}

/** Days that completion offers, with their distance from today. */
export const days = { today: 0, yesterday: -1 } as const

/** Returns the start of a day in the agent's time zone: of `2026-03-04`, `2026-03`, `2026`, `today` or `yesterday`. */
function parseDay(value: string, now: number): string | null {
  const word = fold(value)
  if (word === 'today' || word === 'yesterday') {
    const day = new Date(now)
    return new Date(day.getFullYear(), day.getMonth(), day.getDate() + days[word]).toISOString()
  }
  const [, year, month = '1', day = '1'] = /^(\d{4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?$/.exec(value) ?? []
  if (year === undefined) return null
  const at = new Date(Number(year), Number(month) - 1, Number(day))
  const isReal = at.getMonth() === Number(month) - 1 && at.getDate() === Number(day)
  return isReal ? at.toISOString() : null
}

/**
 * The end of a search that the agent is typing, and the text before it: a word that may become an operator, or an operator with part of its
 * value.
 */
export type Typing = { before: string; name: string; value: string | null }

export function findTyping(text: string): Typing | null {
  const [whole = '', name, quoted, plain] = /(?:^|\s)([a-z]+)(?::(?:"([^"]*)|([^\s"]*)))?$/iu.exec(text) ?? []
  if (name === undefined) return null
  return { before: text.slice(0, text.length - whole.trimStart().length), name: name.toLowerCase(), value: quoted ?? plain ?? null }
}
