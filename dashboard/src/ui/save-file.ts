/** Starts a download of the content in the browser. */
export function saveFile(name: string, content: string | Blob, type: string): void {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Revoke the URL only after the download has started.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
