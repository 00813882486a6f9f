/** Cleans a sender's file name: removes folders, and characters that can disguise the file's type. */
export function cleanFilename(given: string): string {
  const name = given
    .normalize('NFC')
    .split(/[/\\]/)
    .at(-1)
    // Control characters, and characters that reverse the direction of text: `gpj.exe` could look like `exe.jpg`. Keeps the zero-width
    // joiners, which some scripts need.
    ?.replaceAll(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .trim()
    // Leading dots, which hide a file or lead to another folder.
    .replace(/^\.+/, '')
  if (!name) return 'file'
  const [, stem = name, ending = ''] = /^(.*?)(\.[^.]{1,16})?$/su.exec(name) ?? []
  return `${[...stem].slice(0, 255 - [...ending].length).join('')}${ending}`
}
