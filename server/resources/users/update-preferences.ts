import { updateResource, findChanges, endpoint, item, lockResource, toOutcome } from '../../kit/index.ts'
import { saveChosen } from './preferences-queries.ts'
import { ownKey, preferences, readChosen } from './preferences.ts'
import { Preferences, PreferencesUpdate } from './schema.ts'
import { user } from './user.ts'

const action = 'preferences_updated'

export const updatePreferences = endpoint({
  ...preferences,
  operationId: 'updatePreferences',
  method: 'PATCH',
  summary: 'Change your preferences',
  description:
    'Changes the fields sent, for the signed-in user. With `availability: AVAILABLE` waiting threads of your teams are assigned ' +
    'at once. Only a change of availability emits `user.updated`.',
  body: PreferencesUpdate,
  responds: { 200: item(Preferences, 'Your preferences as they are now') },
  writes: 'transaction',
  async handle(context) {
    const { tx, principal, effects, body } = context
    const { availability, theme, language, keys } = body
    const current = await lockResource({ ...context, params: { id: principal.user.id }, ifMatch: null }, user)
    const before = await readChosen(tx, principal)
    const next = {
      theme: theme ?? before.theme,
      language: language === undefined ? before.language : language,
      keys: { ...before.keys, ...keys },
    }
    const changes = findChanges(before, next)
    if (changes) await tx.rows(saveChosen, { ...ownKey(principal), ...next })
    const { record, ...outcome } = await updateResource(context, user, current, { availability }, { action, also: changes })
    // The user's version is left out, so that other changes of the user do not count as changes of the preferences.
    const preferred = { id: record.id, availability: record.availability, ...next }
    if (!changes || record.version !== current.version) return { ...outcome, record: preferred }
    return toOutcome(preferred, effects.audit({ action: `${user.noun}.${action}`, target: { type: user.noun, id: record.id }, ...changes }))
  },
})
