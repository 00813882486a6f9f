/** The key of the refresh token in the browser's local storage. */
export const refreshKey = 'skein.refresh'
