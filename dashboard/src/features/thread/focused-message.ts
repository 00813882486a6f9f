/** Returns the id of the message that contains the focus. */
export function getFocusedId(): string | null {
  return document.activeElement?.closest('[data-id]')?.getAttribute('data-id') ?? null
}
