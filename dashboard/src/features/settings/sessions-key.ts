/** Below the key of catalogues, so that `session.created` and `session.ended` patch the list. */
export const sessionsKey = ['catalogue', 'session'] as const
