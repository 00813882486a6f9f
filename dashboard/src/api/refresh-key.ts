/** localStorage key of the refresh token. */
export const refreshKey = 'skein.refresh'
