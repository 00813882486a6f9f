/** Me: the caller. It has no table; everything follows from the credential. */
import { room } from '../../kit/index.ts'
import { getMe } from './get-me.ts'

export const me = room({ name: 'me', description: 'Who is calling.', endpoints: [getMe] })
