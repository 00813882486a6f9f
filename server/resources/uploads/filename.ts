/** The name of a file as people see it: what its sender called it, without folders and without signs that hide what it is. */
export function cleanFilename(given: string): string {
  const name = given
    .normalize('NFC')
    .split(/[/\\]/)
    .at(-1)
    // Control signs, and those that turn the direction of writing: `exe.gpj` would look like `jpg.exe`.
    ?.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .trim()
    // Names that are hidden, or lead to another folder.
    .replace(/^\.+/, '')
  if (!name) return 'file'
  const [, stem = name, ending = ''] = /^(.*?)(\.[^.]{1,16})?$/su.exec(name) ?? []
  return `${[...stem].slice(0, 255 - [...ending].length).join('')}${ending}`
}
