import { changed, endpoint, item, locked } from '../../kit/index.ts'
import { preferences } from './preferences.ts'
import { Preferences, PreferencesUpdate } from './schema.ts'
import { user } from './user.ts'

export const updatePreferences = endpoint({
  ...preferences,
  operationId: 'updatePreferences',
  method: 'PATCH',
  summary: 'Change your preferences',
  description:
    'Changes the fields sent, for the person who is signed in. With `availability: AVAILABLE` threads that wait in the ' +
    'queues of your teams are handed out at once. `user.updated` tells of it.',
  body: PreferencesUpdate,
  responds: { 200: item(Preferences, 'Your preferences as they are now') },
  writes: 'transaction',
  async handle(context) {
    const current = await locked({ ...context, params: { id: context.principal.user.id }, ifMatch: null }, user)
    const { record, ...outcome } = await changed(context, user, current, context.body, { action: 'preferences_updated' })
    // Without the person's version: other changes of the person are no changes of this.
    return { ...outcome, record: { id: record.id, availability: record.availability } }
  },
})
