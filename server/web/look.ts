/** Styles that the service's own pages share with the dashboard: its colours, and Inter for text in Latin letters. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hues } from '../../widget/shared/faces.ts'
import { toCustomProperties } from '#kit/colours.ts'
import { staticResponse, type StaticResponse } from '#platform/http/static-response.ts'

/** A file whose path changes with its contents, so that browsers can cache it forever. */
export type Asset = { path: string; response: StaticResponse }

const font = readFileSync(new URL(import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')))
const fontVersion = getVersion(font)
/** Fallback font until Inter has loaded. The dashboard's build resolves the import, which a browser cannot. */
const fallbackFont = readFileSync(new URL('../../dashboard/src/ui/fonts.css', import.meta.url), 'utf8').replace(/^@import .*$/m, '')
/** Unicode range of the font file. Browsers only load it for pages with one of these characters. */
const latin =
  'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD'
const sharedStyle = `:root{color-scheme:light dark;${toCustomProperties('light')}}
@media (prefers-color-scheme:dark){:root{${toCustomProperties('dark')}}}
@font-face{font-family:'Inter Variable';font-weight:100 900;font-display:swap;src:url(../${fontVersion}/inter.woff2) format('woff2');unicode-range:${latin}}
${fallbackFont}
${hues.map((hue) => `.hue-${hue}{--hue:${hue}}`).join('')}`

/** Directory of the pages' assets, served on every host with pages. */
const assetsPath = '/docs/assets'

export function createAsset(name: string, type: string, bytes: Buffer): Asset {
  return { path: `${assetsPath}/${getVersion(bytes)}/${name}`, response: staticResponse(type, bytes, { cache: 'immutable' }) }
}

const styleFile = createAsset(
  'style.css',
  'text/css; charset=utf-8',
  Buffer.concat([Buffer.from(sharedStyle), readFileSync(new URL('assets/style.css', import.meta.url))]),
)
const fontFile = createAsset('inter.woff2', 'font/woff2', font)
export const pageAssets: readonly Asset[] = [styleFile, fontFile]

/** Links to the style sheet and the font, for a page's head. Preloading the font avoids a font swap after the first paint. */
export const styleLinks = `<link rel="preload" href="${fontFile.path}" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="${styleFile.path}">`

/** Returns a short hash of the contents, for the path of a file. */
export function getVersion(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 10)
}
