/** Me: the caller. The resource has no table; everything is derived from the credential. */
import { room } from '#kit/room.ts'
import { getMe } from './get-me.ts'

export const me = room({ name: 'me', description: 'The caller.', endpoints: [getMe] })
