import { ApiError, endpoint, item } from '../../kit/index.ts'
import { ownKey, preferences, readChosen } from './preferences.ts'
import { Preferences } from './schema.ts'
import { user } from './user.ts'

export const getPreferences = endpoint({
  ...preferences,
  operationId: 'getPreferences',
  method: 'GET',
  summary: 'Get your preferences',
  description: 'What the person who is signed in has chosen for themselves, to have it on every machine.',
  responds: { 200: item(Preferences, 'Your preferences') },
  async handle({ db, principal }) {
    const record = await db.first(user.statements.find, ownKey(principal))
    if (!record) throw new ApiError(user.notFound)
    return { status: 200, record: { id: record.id, availability: record.availability, ...(await readChosen(db, principal)) } }
  },
})
