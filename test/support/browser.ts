/** A real browser for tests: the Chromium that comes as a package or, where that does not run, the machine's. */
import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { chromium as playwright, type Browser } from 'playwright-core'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
/**
 * Containers have neither the kernel's sandbox nor a large /dev/shm. The package's own arguments are for other purposes: they switch off what
 * keeps one site from another, and end the browser with its first page.
 */
const args = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  // One for each context, which share none: pages of one context need not compile the same scripts again, and no process is started ahead.
  '--renderer-process-limit=1',
]
/** Beside what else is made from packages, so that it is unpacked once. */
const cache = new URL('../../node_modules/.cache/', import.meta.url).pathname

export async function openBrowser(): Promise<Browser> {
  return playwright.launch({ executablePath: await findBrowser(), args })
}

let shared: Promise<Browser> | null = null

/**
 * The browser of this process, which ends with it: starting one takes about four seconds of processor time. Contexts keep tests apart;
 * whoever opens one closes it.
 */
export async function sharedBrowser(): Promise<Browser> {
  shared ??= openBrowser()
  const browser = await shared
  if (browser.isConnected()) return browser
  shared = null
  return sharedBrowser()
}

/** The package's has no window and no screen to draw for, which costs a third less, and is the same on every machine. */
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
  // Unpacked beside its place and renamed, because another process may be doing the same.
  const unfinished = await mkdtemp(`${place}.new-`)
  try {
    // A process of its own, because the package unpacks into the directory for temporary files, which others use meanwhile.
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
