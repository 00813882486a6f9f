/** Describes one condition of an explanation: the expected value, and the actual one. */
import type { AutomationExplanation, RuleChange } from '@skein/client'
import { lazily, message, t } from '../../texts/texts.ts'
import { joinWords } from '../../ui/join-words.ts'
import { customerFieldPrefix, fieldPrefix, listConditions } from './conditions.ts'
import { describeChange, nameChangedValue } from './describe-rule.ts'
import { describeCondition, describeValue, type RuleKind } from './rule-kinds.tsx'
import { nameEvent } from './rule-words.ts'

type Compared = AutomationExplanation['filter']['all'][number]['conditions'][number]

const changePrefix = 'changed.'
const messagePrefix = 'message.'

const authorWords: Readonly<Record<string, { message: string }>> = {
  CUSTOMER: message('a customer'),
  AGENT: message('an agent'),
  BOT: message('a bot'),
  SYSTEM: message('Skein'),
}

const messageClauses = lazily(
  (): Readonly<Record<string, (wanted: unknown) => string>> => ({
    authorTypes: (wanted) => t('the message is by {authors}', { authors: describePlain(wanted) }),
    internal: (wanted) => (wanted === true ? t('the message is an internal note') : t('the customer sees the message')),
    automatic: (wanted) => (wanted === true ? t('the message may be automatic') : t('the message isn’t automatic')),
    first: (wanted) => (wanted === true ? t('it’s the first message') : t('it isn’t the first message')),
    words: (wanted) => t('the message has the words “{words}”', { words: String(wanted) }),
    fromDomains: (wanted) => t('it’s from {domains}', { domains: describePlain(wanted) }),
  }),
)

/** `isNegated` says that the condition doesn’t hold, for conditions on the thread. */
export function describeCompared(
  { field, wanted, found }: Pick<Compared, 'field' | 'wanted' | 'found'>,
  kinds: readonly RuleKind[],
  isNegated = false,
): { clause: string; found: string | null } {
  if (field === 'event')
    return {
      clause: joinWords(
        [wanted].flat().map((type) => nameEvent(String(type))),
        'or',
      ),
      found: nameEvent(String(found)),
    }
  if (field.startsWith(changePrefix)) {
    const name = field.slice(changePrefix.length)
    // Safe because the service compares the parts of a change under this name.
    return {
      clause: describeChange({ field: name, ...(wanted as object) } as RuleChange, kinds),
      found: describeFoundChange(name, found, kinds),
    }
  }
  if (field.startsWith(messagePrefix)) {
    const clause = messageClauses()[field.slice(messagePrefix.length)]
    // The mark beside the clause already shows the result.
    const isPlain = typeof found === 'boolean' || field === 'message.words'
    return { clause: clause?.(wanted) ?? field, found: isPlain ? null : describePlain(found) }
  }
  const conditions = listConditions({ [field]: wanted })
  const clause = joinWords(
    conditions.map((condition) => describeCondition(condition, kinds, isNegated)),
    'and',
  )
  const [first] = conditions
  return { clause, found: describeFound(first?.name ?? field, found, kinds) }
}

function describeFound(name: string, found: unknown, kinds: readonly RuleKind[]): string {
  if (found === null || found === undefined || (Array.isArray(found) && found.length === 0)) return t('none')
  if (typeof found === 'boolean') return found ? t('yes') : t('no')
  if (typeof found === 'object' && !Array.isArray(found) && (name.startsWith(fieldPrefix) || name.startsWith(customerFieldPrefix)))
    return joinWords(
      // Safe because it is an object of values by the keys of custom fields.
      Object.values(found as Record<string, unknown>).map((value) => describeFound(name, value, kinds)),
      'and',
    )
  if (typeof found === 'object' && !Array.isArray(found)) return JSON.stringify(found)
  return describeValue({ name, value: found }, kinds)
}

function describeFoundChange(name: string, found: unknown, kinds: readonly RuleKind[]): string {
  if (typeof found !== 'object' || found === null) return t('unchanged')
  // Safe because these parts are how the service encodes a change.
  const { from = null, to = null, added, removed } = found as { from?: unknown; to?: unknown; added?: unknown[]; removed?: unknown[] }
  if (added || removed)
    return t('added {added}, removed {removed}', {
      added: describeFound('labelId', added ?? [], kinds),
      removed: describeFound('labelId', removed ?? [], kinds),
    })
  return t('{before} → {after}', { before: nameChangedValue(name, from, kinds), after: nameChangedValue(name, to, kinds) })
}

function describePlain(value: unknown): string {
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return t('none')
  if (typeof value === 'boolean') return value ? t('yes') : t('no')
  if (Array.isArray(value)) return joinWords(value.map(describePlain), 'or')
  const author = authorWords[String(value)]
  return author ? t(author) : String(value)
}
