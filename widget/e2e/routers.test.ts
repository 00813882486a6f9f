/**
 * Real libraries that replace a page without loading it, while a conversation is open: Turbo and htmx. Astro's router needs Astro's build;
 * `loader.test.ts` imitates what it replaces.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { casesInTurn } from '../../test/extent.ts'
import { page as pageWith, startSite, type Site } from './site.ts'

let site: Site
const nodeRequire = createRequire(import.meta.url)
beforeAll(async () => {
  site = await startSite()
  const libraries = { '/turbo.js': '@hotwired/turbo/dist/turbo.es2017-umd.js', '/htmx.js': 'htmx.org/dist/htmx.js' }
  for (const [path, name] of Object.entries(libraries))
    site.setPage(path, await readFile(nodeRequire.resolve(name), 'utf8'), { 'Content-Type': 'text/javascript' })
})
afterAll(() => site.close())

const turbo = '<script src="/turbo.js"></script><meta name="turbo-refresh-method" content="morph">'
const htmx = '<script src="/htmx.js"></script>'
const links = '<a href="/TO" id="plain">Next</a>'
const swaps = ['outerHTML', 'innerHTML', 'outerMorph', 'innerMorph']
  .map((swap) => `<button hx-get="/TO" hx-target="body" hx-swap="${swap}" id="${swap}">${swap}</button>`)
  .join('')

type Way = { head: string; body: string; go: (page: Page) => Promise<unknown> }
const ways: Record<string, Way> = {
  'a visit of Turbo': { head: turbo, body: links, go: (page) => page.click('#plain') },
  'a page refresh of Turbo, which morphs the page': {
    head: turbo,
    body: links,
    go: (page) =>
      page.evaluate(() => {
        document.querySelector('h1')?.setAttribute('data-stale', '')
        // Safe because the page has loaded Turbo.
        const { Turbo } = globalThis as unknown as { Turbo: { visit(url: string, options: object): void } }
        Turbo.visit(location.href, { action: 'replace' })
      }),
  },
  'a boosted link of htmx': { head: htmx, body: `<div hx-boost:inherited="true">${links}</div>`, go: (page) => page.click('#plain') },
  ...Object.fromEntries(
    ['outerHTML', 'innerHTML', 'outerMorph', 'innerMorph'].map((swap): [string, Way] => [
      `htmx’s swap of the body by ${swap}`,
      { head: htmx, body: swaps, go: (page) => page.click(`#${swap}`) },
    ]),
  ),
}

/** Serves two pages that lead to each other. Each has the script of the chat in its head or in its body. */
function setPages(path: string, { head, body }: Way, where: 'head' | 'body'): void {
  const here = `${path}-${where}`
  for (const [from, to] of [
    [here, `${here}-next`],
    [`${here}-next`, here],
  ] as const) {
    const content = `<p id="where">${from}</p>${body.replaceAll('/TO', to)}${where === 'body' ? site.script : ''}`
    site.setPage(from, pageWith(head + (where === 'head' ? site.script : ''), content))
  }
}

const places = casesInTurn(['head', 'body'] as const, 1)

describe.each(Object.entries(ways).map(([name, way], row) => [name, way, row] as const))('%s', (name, way, row) => {
  it.each(places(row))('leaves an open conversation as it is, with the script in the %s', async (where) => {
    const path = `/${name.replaceAll(/\W/g, '-')}`
    setPages(path, way, where)
    const opened = await site.open(`${path}-${where}`)
    const { page, chat, context } = opened
    await opened.begin('Still there?')
    await chat.getByRole('textbox', { name: 'Write a message' }).fill('A draft')
    const frame = page.frames()[1]
    await frame?.evaluate(() => Object.assign(globalThis, { isSame: true }))
    const isRefresh = name.includes('refresh')
    // A page that was loaded anew would not have it.
    await page.evaluate(() => Object.assign(globalThis, { isSame: true }))
    await way.go(page)
    if (isRefresh) await page.waitForFunction(() => !document.querySelector('h1')?.hasAttribute('data-stale'))
    else await page.waitForFunction((next) => document.querySelector('#where')?.textContent === next, `${path}-${where}-next`)
    expect(await page.evaluate(() => (globalThis as { isSame?: boolean }).isSame)).toBe(true)
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    expect(await page.locator('skein-chat').count()).toBe(1)
    expect(await page.frames()[1]?.evaluate(() => (globalThis as { isSame?: boolean }).isSame)).toBe(true)
    expect(await chat.getByRole('textbox', { name: 'Write a message' }).inputValue()).toBe('A draft')
    await site.reply(`After ${name}`)
    await chat.getByRole('log').getByText(`After ${name}`).waitFor()
    await context.close()
  })
})
