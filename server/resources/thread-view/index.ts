/**
 * A thread view: everything that a screen needs to show one thread, in one response. It has no table. Each part shows what another operation
 * returns and is read by that operation's statement. A part is null when the caller may not call its operation.
 */
import { module } from '#kit/module.ts'
import { getThreadView } from './get-thread-view.ts'

export const threadView = module({ name: 'thread-view', description: 'All parts of a thread view.', endpoints: [getThreadView] })
