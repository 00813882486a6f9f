/** Summarises a rule in one sentence. */
import type { AutomationRule, RuleAction, RuleChange, RuleMessage } from '@skein/client'
import { t, type Message } from '../../texts/texts.ts'
import { formatDuration } from '../../ui/duration.ts'
import { joinWords } from '../../ui/join-words.ts'
import { priorityWords, statusWords } from '../threads/names.ts'
import { readGroups, type Condition } from './conditions.ts'
import { describeCondition, describeValue, type RuleKind } from './rule-kinds.tsx'
import { changeClauses, changeWords, describeTime, nameEvent } from './rule-words.ts'
import type { FindName } from './use-rule-names.ts'

export type RuleParts = Pick<AutomationRule, 'trigger' | 'filter' | 'changed' | 'message' | 'actions'>

/** The clauses of the sentence: *When* …, *if* …, *unless* …, then the actions. */
export type RuleSentence = { when: string; conditions: string; exceptions: string; actions: string }

export function describeRule(rule: RuleParts, kinds: readonly RuleKind[], findName: FindName): RuleSentence {
  const groups = readGroups(rule.filter)
  const both = (conditions: readonly Condition[]): string =>
    joinWords(
      conditions.map((condition) => describeCondition(condition, kinds)),
      'and',
    )
  const onlyChange = findOnlyChange(rule)
  const [first, ...others] = groups.any
  const conditions = [
    ...(onlyChange ? [] : rule.changed.map((change) => describeChange(change, kinds))),
    ...groups.all.map(both),
    ...(first && others.length === 0 ? [both(first)] : []),
    ...(others.length > 0 ? [t('either {alternatives}', { alternatives: joinWords(groups.any.map(both), 'or') })] : []),
  ]
  return {
    when: onlyChange ? describeChange(onlyChange, kinds) : describeTrigger(rule, findName),
    conditions: joinWords(conditions, 'and'),
    exceptions: joinWords(groups.none.map(both), 'or'),
    actions: joinWords(
      rule.actions.map((action) => describeAction(action, findName)),
      'and',
    ),
  }
}

export function toSentence({ when, conditions, exceptions, actions }: RuleSentence): string {
  const beginning =
    conditions === ''
      ? exceptions === ''
        ? t('When {when}', { when })
        : t('When {when}, unless {exceptions}', { when, exceptions })
      : exceptions === ''
        ? t('When {when}, if {conditions}', { when, conditions })
        : t('When {when}, if {conditions}, unless {exceptions}', { when, conditions, exceptions })
  return actions === '' ? t('{beginning} …', { beginning }) : t('{beginning}: {actions}.', { beginning, actions })
}

const eventsOfFields: Readonly<Record<string, string>> = {
  status: 'thread.status_changed',
  priority: 'thread.priority_changed',
  assigneeId: 'thread.assigned',
  teamId: 'thread.assigned',
  labels: 'thread.labels_changed',
}

/** Returns the change that describes the trigger better than the event type does, such as a status change. */
function findOnlyChange({ trigger: { type, events = [] }, changed }: RuleParts): RuleChange | null {
  const [change] = changed
  return type === 'EVENT' && change && changed.length === 1 && events.length === 1 && events[0] === eventsOfFields[change.field]
    ? change
    : null
}

function describeTrigger({ trigger, message }: RuleParts, findName: FindName): string {
  if (trigger.type === 'TIME') {
    const time = describeTime(trigger)
    return trigger.businessHoursId ? t('{time} ({hours} only)', { time, hours: findName(trigger.businessHoursId) }) : time
  }
  const events = trigger.events ?? []
  if (events.length === 0) return '…'
  if (events.length === 1 && events[0] === 'message.created' && message) return describeMessage(message)
  return joinWords(events.map(nameEvent), 'or')
}

/** Describes the message conditions of a trigger as a clause. */
export function describeMessage({ authorTypes = [], internal, first, words, fromDomains = [] }: RuleMessage): string {
  const [author, ...others] = authorTypes.map((type) => type.toUpperCase())
  const isOf = (type: string): boolean => author === type && others.length === 0
  const clause =
    internal === true
      ? t('someone writes a note')
      : isOf('CUSTOMER')
        ? t('a customer writes')
        : isOf('AGENT')
          ? t('an agent replies')
          : t('a message arrives')
  const details = [
    ...(first === true ? [t('for the first time in a thread')] : []),
    ...(words === undefined ? [] : [t('with the words “{words}”', { words })]),
    ...(fromDomains.length === 0 ? [] : [t('from {domains}', { domains: joinWords(fromDomains, 'or') })]),
  ]
  // Commas separate the details, because in German the verb comes before them.
  return [clause, ...details].join(', ')
}

export function nameChangedField(field: string, kinds: readonly RuleKind[]): string {
  const known = changeWords[field]
  return known ? t(known) : (kinds.find(({ name }) => name === field)?.label ?? field.slice(field.indexOf('.') + 1))
}

export function nameChangedValue(field: string, value: unknown, kinds: readonly RuleKind[]): string {
  if (value === null) return field === 'assigneeId' ? t('no one') : t('nothing')
  return describeValue({ name: field, value }, kinds)
}

/** Describes a change as a clause that follows *When* or *if*. */
export function describeChange({ field, from, to, added, removed }: RuleChange, kinds: readonly RuleKind[]): string {
  const known = changeClauses[field]
  const name = known ? t(known) : nameChangedField(field, kinds)
  const list = (values: readonly unknown[]): string =>
    joinWords(
      values.map((value) => nameChangedValue(field, value, kinds)),
      'or',
    )
  const labels = (ids: readonly string[]): string => describeValue({ name: 'labelId', value: ids }, kinds)
  if (added && removed) return t('{added} is added and {removed} removed', { added: labels(added), removed: labels(removed) })
  if (added) return t('{added} is added', { added: labels(added) })
  if (removed) return t('{removed} is removed', { removed: labels(removed) })
  if (from && to) return t('{field} changes from {from} to {to}', { field: name, from: list(from), to: list(to) })
  if (to) return t('{field} changes to {to}', { field: name, to: list(to) })
  return from ? t('{field} changes from {from}', { field: name, from: list(from) }) : t('{field} changes', { field: name })
}

const word = (words: Readonly<Record<string, Message>>, name: string | undefined): string => {
  const found = words[(name ?? '').toLowerCase()]
  return found ? t(found) : (name ?? '…')
}

/** Describes an action in the imperative. */
export function describeAction(action: RuleAction, findName: FindName): string {
  const { status, priority, assigneeId, strategy, teamId, labelIds = [], userIds = [], durationSeconds, body, text } = action
  const names = (ids: readonly string[]): string => (ids.length === 0 ? '…' : joinWords(ids.map(findName), 'and'))
  const descriptions: Readonly<Record<string, () => string>> = {
    SET_STATUS: () => t('set the status to {status}', { status: word(statusWords, status) }),
    SET_PRIORITY: () => t('set the priority to {priority}', { priority: word(priorityWords, priority) }),
    ASSIGN() {
      if (strategy === 'ROUND_ROBIN') return t('assign it to whoever is next in the team')
      if (strategy === 'LEAST_LOADED') return t('assign it to whoever in the team has the fewest threads')
      return assigneeId === null ? t('unassign it') : t('assign it to {name}', { name: findName(assigneeId) })
    },
    SET_TEAM: () => (teamId === null ? t('take it from its team') : t('hand it to {team}', { team: findName(teamId) })),
    ADD_LABELS: () => t('add {labels}', { labels: names(labelIds) }),
    REMOVE_LABELS: () => t('remove {labels}', { labels: names(labelIds) }),
    SET_CUSTOM_FIELDS: () => t('set {fields}', { fields: joinWords(Object.keys(action.customFields ?? {}), 'and') || '…' }),
    SNOOZE: () =>
      action.until !== undefined
        ? t('snooze it until the next working day')
        : durationSeconds === undefined
          ? t('snooze it until the customer writes')
          : t('snooze it for {duration}', { duration: formatDuration(durationSeconds, 'seconds') }),
    ADD_FOLLOWERS: () => t('let {names} follow it', { names: names(userIds) }),
    REMOVE_FOLLOWERS: () => t('stop {names} following it', { names: names(userIds) }),
    ADD_NOTE: () => t('add the note “{text}”', { text: shorten(body) }),
    REPLY: () => t('reply “{text}”', { text: shorten(body) }),
    APPLY_CANNED_RESPONSE: () => t('use the saved reply “{title}”', { title: findName(action.cannedResponseId) }),
    NOTIFY: () => t('notify {people}: “{text}”', { people: describeReceivers(action, findName), text: shorten(text) }),
    SEND_WEBHOOK: () => t('send it to {webhook}', { webhook: findName(action.webhookId) }),
    REQUEST_SATISFACTION: () => t('ask the customer for a rating'),
  }
  return descriptions[action.type]?.() ?? action.type
}

function describeReceivers({ userIds = [], teamId, assignee, followers }: RuleAction, findName: FindName): string {
  const receivers = [
    ...(assignee === true ? [t('the assignee')] : []),
    ...(followers === true ? [t('the followers')] : []),
    ...(typeof teamId === 'string' ? [findName(teamId)] : []),
    ...userIds.map(findName),
  ]
  return receivers.length === 0 ? '…' : joinWords(receivers, 'and')
}

function shorten(text: string | undefined): string {
  const line = (text ?? '').trim().replaceAll(/\s+/g, ' ')
  return line.length > 60 ? `${line.slice(0, 59)}…` : line === '' ? '…' : line
}
