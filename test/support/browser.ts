/** A real browser for tests: the Chromium from an npm package, or the machine's own if that does not run. */
import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { chromium as playwright, type Browser, type BrowserContext } from 'playwright-core'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
/**
 * Containers have neither the kernel's sandbox nor a large /dev/shm. The package's default arguments do not suit tests: they turn off site
 * isolation, and end the browser with its first page.
 */
const args = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  // One process per context; contexts share none. Pages of one context do not have to recompile the same scripts, and no process is started
  // in advance.
  '--renderer-process-limit=1',
  // Disable hinting, which would round glyph widths to whole pixels, unlike on most screens.
  '--font-render-hinting=none',
  // Replaces Playwright's list, which also turns off the partitioning of storage by website, which every browser has.
  `--disable-features=${[
    'AimEnabled',
    'AvoidCorsURLLoaderRestartOnRedirect',
    'AvoidUnnecessaryBeforeUnloadCheckSync',
    'DestroyProfileOnBrowserClose',
    'HttpsFirstBalancedModeAutoEnable',
    'HttpsUpgrades',
    'LensOverlay',
    'MediaRouter',
    'NetworkTimeServiceQuerying',
    'OptimizationHints',
    'PaintHolding',
    'PreconnectToSearch',
  ].join()}`,
]
/** Directory in which the browser is unpacked once, for all runs. It also holds other build output. */
const cache = new URL('../../node_modules/.cache/', import.meta.url).pathname

/** With `keepsPages` the browser has a back-forward cache, which Playwright turns off. */
export async function openBrowser({ keepsPages = false } = {}): Promise<Browser> {
  const ignoreDefaultArgs = keepsPages ? ['--disable-back-forward-cache'] : []
  return playwright.launch({ executablePath: await findBrowser(), args, ignoreDefaultArgs })
}

let shared: Promise<Browser> | null = null

/**
 * Returns the browser that all tests in this process share, because starting one takes about four seconds of CPU time. It ends with the
 * process. Contexts isolate tests. A test that opens a context must close it.
 */
export async function sharedBrowser(): Promise<Browser> {
  shared ??= openBrowser()
  const browser = await shared
  if (browser.isConnected()) return browser
  shared = null
  return sharedBrowser()
}

/**
 * Intercepts file choosers in all pages of the context from the start. `page.waitForEvent('filechooser')` alone does not wait until the
 * interception is active in a frame of another site, so a slow machine opened the browser's own chooser and the event never came.
 */
export function catchFileChoosers(context: BrowserContext): void {
  context.on('page', (page) => page.on('filechooser', () => undefined))
}

/** Finds the executable. The package's Chromium is headless only, which costs a third less CPU, and is the same on every machine. */
async function findBrowser(): Promise<string> {
  if (process.platform === 'linux' && process.arch === 'x64') return unpacked()
  const own = findOnPath()
  if (own === null) throw new Error('There is no Chromium: none is on the PATH, and the one that comes as a package is for Linux on x64.')
  return own
}

async function unpacked(): Promise<string> {
  const place = join(cache, 'skein-chromium')
  const path = join(place, 'chromium')
  if (isExecutable(path)) return path
  await mkdir(cache, { recursive: true })
  // Unpack next to the final path and rename, because another process may do the same.
  const unfinished = await mkdtemp(`${place}.new-`)
  try {
    // Run in a child process, because the package unpacks into the temporary directory, which other tests use.
    const unpack = `const { default: packaged } = await import('@sparticuz/chromium'); await packaged.executablePath()`
    const env = { ...process.env, TMPDIR: unfinished }
    await promisify(execFile)(process.execPath, ['--input-type=module', '-e', unpack], { cwd: import.meta.dirname, env })
    await rename(unfinished, place).catch((error: unknown) => {
      if (!isExecutable(path)) throw error
    })
    return path
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
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
