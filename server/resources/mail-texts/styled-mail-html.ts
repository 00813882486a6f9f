/** Sanitises the HTML of mails and keeps how it looks: colours, backgrounds, sizes and tables. */
import sanitizeHtml from 'sanitize-html'
import { common, dropped, hasTooManyTags, readPictureSize, removeDropped, toSecureUrl } from '#kit/safe-html.ts'
import { decodePercents, removeClosedTexts } from './mail-html.ts'

/**
 * Removes everything from the HTML of a mail that could run code, load something or leave its place on the page. Style sheets are dropped;
 * `style` attributes keep an allowlist of properties. Remote pictures get their URL in `data-remote`, and pictures from the mail's own parts
 * their reference in `data-content-id`. Returns null for HTML with more tags than any e-mail has.
 */
export function toStyledMailHtml(html: string): string | null {
  if (hasTooManyTags(html)) return null
  return removeDropped(sanitizeHtml(removeClosedTexts(html), options))
}

/** Attributes about the look, which HTML had before style sheets. */
const lookAttributes =
  'align bgcolor border cellpadding cellspacing color dir face height lang noshade nowrap size style valign width'.split(' ')

const options: sanitizeHtml.IOptions = {
  ...common,
  allowedTags: [...(common.allowedTags || []), 'big', 'center', 'col', 'colgroup', 'font', 'img', 'strike', 'tt', dropped.tagName],
  allowedAttributes: { ...common.allowedAttributes, '*': lookAttributes, img: ['alt', 'data-content-id', 'data-remote'] },
  // The values are checked below, without a parser of style sheets.
  parseStyleAttributes: false,
  nonTextTags: ['script', 'style', 'textarea', 'option', 'xmp', 'title', 'template', 'noscript'],
  transformTags: {
    '*': (tag, attribs) =>
      tag === 'img' ? toPicture(attribs) : { tagName: tag === 'body' ? 'div' : tag, attribs: keepLook(tag, attribs) },
  },
}

function keepLook(tag: string, attribs: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
  const kept = { ...attribs }
  for (const name of lookAttributes) if (name !== 'style' && !plainValue.test(kept[name] ?? '')) delete kept[name]
  delete kept['style']
  const style = keepStyle(attribs['style'] ?? '')
  if (style !== '') kept['style'] = style
  if (tag === 'a') {
    if (!/^(https?|mailto|tel):/i.test(kept['href']?.trim() ?? '')) delete kept['href']
    kept['rel'] = 'noopener noreferrer nofollow'
  }
  return kept
}

function toPicture(attribs: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const { src = '', alt = '' } = attribs
  const url = toSecureUrl(src)
  const reference = /^cid:/i.test(src.trim()) ? decodePercents(src.trim().slice(4, maxReference).trim()) : ''
  if (url === null && reference === '' && alt.trim() === '') return dropped
  const { style } = keepLook('img', attribs)
  return {
    tagName: 'img',
    attribs: {
      ...(url === null ? {} : { 'data-remote': url }),
      ...(reference === '' ? {} : { 'data-content-id': reference }),
      ...(style === undefined ? {} : { style }),
      alt,
      ...readPictureSize(attribs),
    },
  }
}

const maxReference = 1_000
/** Value of an attribute without a scheme or markup. */
const plainValue = /^[\w#%.,\s'-]{1,200}$/

const properties =
  /^(?:background(?:-color)?|border(?:-(?:top|right|bottom|left))?(?:-(?:color|style|width))?|border-(?:collapse|radius|spacing)|color|direction|display|font(?:-(?:family|size|style|variant|weight))?|height|letter-spacing|line-height|list-style-type|(?:margin|padding)(?:-(?:top|right|bottom|left))?|(?:max|min)-(?:height|width)|opacity|overflow|text-(?:align|decoration|indent|transform)|vertical-align|visibility|white-space|width|word-(?:break|spacing))$/

/** Value that loads nothing: words, numbers and colours. No other functions, such as `url`, and no escapes. */
const harmlessValue = /^(?:[\w\s#.,%!'"/+-]|(?:rgb|hsl)a?\([\d\s.,%/]{1,60}\)){1,300}$/i

/** Maximum characters of a style attribute. */
const maxStyle = 4_000

/** Returns the declarations of a style attribute that only change the look of the element in its place. */
function keepStyle(style: string): string {
  return style
    .slice(0, maxStyle)
    .split(';')
    .flatMap((declaration) => {
      const colon = declaration.indexOf(':')
      const name = declaration.slice(0, Math.max(colon, 0)).trim().toLowerCase()
      const value = declaration.slice(colon + 1).trim()
      return properties.test(name) && harmlessValue.test(value) && !/^-\d/.test(value) ? [`${name}: ${value}`] : []
    })
    .join('; ')
}
