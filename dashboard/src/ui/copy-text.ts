/** Puts a text on the clipboard. Pages without HTTPS have no clipboard of their own: there a field is selected and copied. */
export async function copyText(text: string): Promise<void> {
  const { clipboard } = navigator as { clipboard?: Clipboard }
  if (clipboard) return clipboard.writeText(text)
  const field = document.createElement('textarea')
  field.value = text
  document.body.append(field)
  field.select()
  document.execCommand('copy')
  field.remove()
}
