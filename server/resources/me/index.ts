/** Me: who is calling. It has no rows of its own; everything is known from the credential. */
import type { Room } from '../../kit/endpoint.ts'
import { getMe } from './get-me.ts'

export const me: Room = { name: 'me', description: 'Who is calling.', endpoints: [getMe] }
