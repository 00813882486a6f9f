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

const hues = [25, 55, 85, 125, 155, 190, 225, 255, 285, 315, 345] as const

/** Returns a hue in degrees from the FNV-1a hash of a name, as the dashboard does. */
export function chooseHue(name: string): number {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(name)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0
  return hues[((hash ^ (hash >>> 16)) >>> 0) % hues.length] ?? hues[0]
}
