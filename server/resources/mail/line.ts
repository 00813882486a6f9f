const lengthMax = 200

/** User input as one short line: without line breaks, which would start a header or a paragraph, and without direction marks. */
export function line(text: string): string {
  const plain = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()
  return plain.length <= lengthMax ? plain : `${[...plain].slice(0, lengthMax).join('')}…`
}
