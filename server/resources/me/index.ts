/** Me: who is calling. It has no rows of its own; everything is known from the credential. */
import { room } from '../../kit/index.ts'
import { getMe } from './get-me.ts'

export const me = room({ name: 'me', description: 'Who is calling.', endpoints: [getMe] })
