const maxLength = 200

/** Returns user input as one short line. Removes line breaks, which could inject headers or paragraphs, and text-direction marks. */
export function toLine(text: string): string {
  const plain = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()
  return plain.length <= maxLength ? plain : `${[...plain].slice(0, maxLength).join('')}…`
}
