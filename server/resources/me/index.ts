/** Me: the caller. Has no table; everything is derived from the credential. */
import { room } from '../../kit/index.ts'
import { getMe } from './get-me.ts'

export const me = room({ name: 'me', description: 'Who is calling.', endpoints: [getMe] })
