/** Catalogue key, so that `session.created` and `session.ended` events update the list. */
export const sessionsKey = ['catalogue', 'session'] as const
