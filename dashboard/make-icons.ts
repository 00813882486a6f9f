/** Draws the icons of the installed dashboard from `public/icon.svg`. Run it after a change of the icon: `node dashboard/make-icons.ts`. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openBrowser } from '../test/support/browser.ts'

const folder = join(import.meta.dirname, 'public')
const svg = await readFile(join(folder, 'icon.svg'), 'utf8')
/** Systems cut their own shape out of a maskable icon, so its corners are filled and its drawing is smaller. Apple also rounds the corners. */
const square = svg.replace(' rx="8"', '').replace(/<path (.*?)\/>/, '<path transform="translate(4.8 4.8) scale(.7)" $1/>')
const icons = [
  ['icon-192.png', 192, svg],
  ['icon-512.png', 512, svg],
  ['icon-maskable-512.png', 512, square],
  ['apple-touch-icon.png', 180, square],
] as const

const browser = await openBrowser()
try {
  for (const [name, size, source] of icons) {
    const page = await browser.newPage({ viewport: { width: size, height: size } })
    await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw}</style>${source}`)
    await writeFile(join(folder, name), await page.screenshot({ omitBackground: true }))
    await page.close()
  }
} finally {
  await browser.close()
}
