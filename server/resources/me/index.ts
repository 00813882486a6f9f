/** Me: the caller. Has no table; everything is derived from the credential. */
import { room } from '../../kit/index.ts'
import { getMe } from './get-me.ts'
import { getPreferences } from './get-preferences.ts'
import { updatePreferences } from './update-preferences.ts'

export const me = room({ name: 'me', description: 'Who is calling.', endpoints: [getMe, getPreferences, updatePreferences] })
