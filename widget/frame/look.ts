/** The tenant's colour in both themes. */
import { inkOn, legibleOn, mix } from '../shared/colours.ts'

/** The grounds on which the colour is text, in `frame.css`: surface, raised and the tint of the colour itself. */
const themes = [
  { media: '(prefers-color-scheme: light)', surface: '#ffffff', raised: '#f2f1ee', tint: 0.1 },
  { media: '(prefers-color-scheme: dark)', surface: '#181716', raised: '#252422', tint: 0.18 },
] as const

/** Sets the custom properties of the colour by a constructed style sheet, which the policy of the frame allows. */
export function setColour(color: string): void {
  const sheet = new CSSStyleSheet()
  const rules = themes.map(({ media, surface, raised, tint: share }) => {
    const tint = mix(surface, color, share)
    const text = legibleOn(color, [surface, raised, tint])
    return `@media ${media}{:root{--brand:${color};--brand-ink:${inkOn(color)};--brand-text:${text};--brand-tint:${tint}}}`
  })
  sheet.replaceSync(rules.join('\n'))
  document.adoptedStyleSheets = [sheet]
}
