/** Converts the editor's values to the request body. */
import type { AutomationRuleCreate, AutomationRule } from '@skein/client'
import type { Values } from '../../ui/form/fields.ts'
import type { RuleParts } from './describe-rule.ts'

export const isOfMessages = ({ trigger }: Values): boolean => {
  // Safe because the value is the trigger that the API defines.
  const { type, events = [] } = (trigger ?? {}) as Partial<AutomationRule['trigger']>
  return type === 'EVENT' && events.length === 1 && events[0] === 'message.created'
}

/** Whether the trigger's events contain changed fields. */
export const tellsChanges = ({ trigger }: Values): boolean => {
  // Safe because the value is the trigger that the API defines.
  const { type, events = [] } = (trigger ?? {}) as Partial<AutomationRule['trigger']>
  return type === 'EVENT' && events.some((event) => event.startsWith('thread.') && event !== 'thread.created')
}

/** Drops conditions of the saved rule that its new trigger does not support, because the editor no longer shows them. */
export function dropForeign(body: Record<string, unknown>, saved: AutomationRule): Record<string, unknown> {
  const values = { trigger: body['trigger'] ?? saved.trigger }
  return {
    ...body,
    ...(!isOfMessages(values) && saved.message !== null ? { message: null } : {}),
    ...(!tellsChanges(values) && saved.changed.length > 0 ? { changed: [] } : {}),
  }
}

/** Returns the rule as currently edited, to try it before it is saved. */
export function toDraft(values: Values): AutomationRuleCreate {
  const { name, trigger, filter, changed, message, actions, stopsLater, oncePerThread } = values
  // Safe because the controls set only values that the API defines, and the service validates them.
  return {
    name: typeof name === 'string' && name.trim() !== '' ? name : '…',
    trigger,
    filter: filter ?? {},
    actions: actions ?? [],
    ...(tellsChanges(values) ? { changed: changed ?? [] } : {}),
    ...(isOfMessages(values) && message != null ? { message } : {}),
    stopsLater: stopsLater === true,
    oncePerThread: oncePerThread === true,
  } as AutomationRuleCreate
}

export function toParts({ trigger, filter = {}, changed = [], message = null, actions }: AutomationRuleCreate): RuleParts {
  return { trigger, filter, changed, message, actions }
}
