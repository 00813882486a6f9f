/** Pure functions of the IMAP server for tests. */
export function unquote(text: string): string {
  return text.replace(/^"(.*)"$/, '$1')
}

/** Returns the mails of a sequence set such as `3:*`. In RFC 3501, `*` is the last mail, so the set always contains it. */
export function inSet<Mail extends { uid: number }>(mails: readonly Mail[], set: string): Mail[] {
  const last = Math.max(0, ...mails.map(({ uid }) => uid))
  const ranges = set.split(',').map((part) => {
    const [from = '', to = from] = part.split(':')
    const ends = [from, to].map((end) => (end === '*' ? last : Number(end)))
    return [Math.min(...ends), Math.max(...ends)] as const
  })
  return mails.filter(({ uid }) => ranges.some(([from, to]) => uid >= from && uid <= to))
}

export function getSection(bytes: Buffer, section: string): Buffer {
  if (section === '') return bytes
  const end = bytes.indexOf('\r\n\r\n')
  const headers = end === -1 ? bytes : bytes.subarray(0, end + 4)
  const names = /^HEADER\.FIELDS \(([^)]*)\)$/i.exec(section)?.[1]?.toLowerCase().split(' ')
  if (names === undefined) return headers
  const fields = headers.toString('latin1').split(/\r\n(?![ \t])/)
  const wanted = fields.filter((field) => names.includes(field.split(':')[0]?.toLowerCase() ?? ''))
  return Buffer.from(`${wanted.map((field) => `${field}\r\n`).join('')}\r\n`, 'latin1')
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

export function formatDate(at: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0')
  const time = [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()].map(two).join(':')
  return `${two(at.getUTCDate())}-${months[at.getUTCMonth()]}-${at.getUTCFullYear()} ${time} +0000`
}
