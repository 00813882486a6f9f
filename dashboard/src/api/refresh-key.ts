/** Under which name browsers keep the refresh token. */
export const refreshKey = 'skein.refresh'
