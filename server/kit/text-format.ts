/** Detects whether a text is HTML, for callers that do not specify the format. */

/**
 * Returns `html` if the text contains a known HTML element. `a < b`, `List<Object>`, and comments, doctypes or XML prologues without any
 * element are text.
 */
export function detectFormat(input: string): 'text' | 'html' {
  const lastEnd = input.lastIndexOf('>')
  let closing: ReadonlySet<string> | null = null
  for (const { index, 1: name = '' } of input.matchAll(/<([a-z][a-z0-9]*)(?=[\s/>])/gi)) {
    // A tag needs a closing `>`, and none follows this point.
    if (index > lastEnd) return 'text'
    const element = name.toLowerCase()
    if (!elements.has(element)) continue
    // In `List<Object>`, a type parameter directly follows a name and never has an end tag.
    const isTypeParameter =
      /[\w$]/.test(input.charAt(index - 1)) && input.charAt(index + 1 + name.length) === '>' && !voidElements.has(element)
    if (!isTypeParameter) return 'html'
    closing ??= new Set(Array.from(input.matchAll(/<\/([a-z][a-z0-9]*)/gi), ([, closed = '']) => closed.toLowerCase()))
    if (closing.has(element)) return 'html'
  }
  return 'text'
}

/** Void elements, which may directly follow a word. */
const voidElements: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'wbr', 'input', 'embed'])

/** HTML elements, including obsolete ones, and the root elements of SVG and MathML. */
const elements = new Set(
  (
    'a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote body br button canvas caption center cite code col ' +
    'colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head ' +
    'header hgroup hr html i iframe image img input ins isindex kbd keygen label legend li link listing main map mark marquee math menu menuitem meta meter nav ' +
    'nobr noembed noframes noscript object ol optgroup option output p param picture plaintext pre progress q rb rp rt rtc ruby s samp script search section select ' +
    'slot small source span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr xmp'
  ).split(' '),
)
