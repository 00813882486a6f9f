/** Copies a text to the clipboard. The Clipboard API exists only on HTTPS and localhost; elsewhere, copies from a hidden field. */
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
