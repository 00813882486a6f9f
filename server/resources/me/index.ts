/** Me: the caller. The resource has no table; everything is derived from the credential. */
import { module } from '#kit/module.ts'
import { getMe } from './get-me.ts'

export const me = module({ name: 'me', description: 'The caller.', endpoints: [getMe] })
