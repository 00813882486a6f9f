/** Steps shared by both sanitisers of mail HTML. */

/**
 * Matches self-closing XHTML elements that HTML does not allow to close themselves, so that everything up to their next end tag would be
 * their text.
 */
const closedTexts = /<(?:title|style|script|textarea|xmp|iframe|noembed|noframes)(?:\s[^<>]*)?\/>/gi

/** Removes elements such as `<title/>`, which XHTML closes and HTML does not. */
export function removeClosedTexts(html: string): string {
  return html.replaceAll(closedTexts, '')
}

/** Decodes the percent escapes in a reference to a part of a mail. Returns an invalid text as it is. */
export function decodePercents(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
