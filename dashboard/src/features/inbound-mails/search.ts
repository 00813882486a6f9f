/** Search parameters of the screen of suspended mails: the id of the open mail. */
export function readSuspendedSearch({ open }: Record<string, unknown>): { open?: string } {
  return typeof open === 'string' && open !== '' ? { open } : {}
}
