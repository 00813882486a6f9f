/** Returns the id of the message that has the focus, or in which an element has it. */
export function getFocusedId(): string | null {
  return document.activeElement?.closest('[data-id]')?.getAttribute('data-id') ?? null
}
