/** A real browser for tests: the machine's Chromium or, where there is none, the one that comes as a package. */
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium as playwright, type Browser } from 'playwright-core'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
/** Containers have neither the kernel's sandbox nor a large /dev/shm. */
const args = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu']

export async function openBrowser(): Promise<Browser> {
  const own = findOnPath()
  if (own !== null) return playwright.launch({ executablePath: own, args })
  const { default: packaged } = await import('@sparticuz/chromium')
  return playwright.launch({ executablePath: await packaged.executablePath(), args: packaged.args })
}

function findOnPath(): string | null {
  const places = (process.env.PATH ?? '').split(delimiter).flatMap((directory) => names.map((name) => join(directory, name)))
  return places.find(isExecutable) ?? null
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
