/** The guides are correct: their commands run and print the documented output, and their files are the repository's. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { testsAll } from './extent.ts'
import { openShadowRoots, toChat } from '../widget/e2e/site.ts'
import { sharedBrowser } from './support/browser.ts'
import { readBlocks, runGuide } from './support/guide.ts'

const root = new URL('../', import.meta.url)
const getText = (path: string): string => readFileSync(new URL(path, root), 'utf8')

/** Compares a response, which is one line, with the fields that the guide shows. `…` matches anything. */
function compareJson(actual: unknown, shown: unknown, path: string): void {
  if (typeof shown === 'string') {
    expect(actual, path).toBeTypeOf('string')
    expect(actual, path).toMatch(getPattern(shown))
  } else if (Array.isArray(shown)) {
    expect(actual, path).toBeInstanceOf(Array)
    // Safe because of the line above.
    shown.forEach((item, i) => compareJson((actual as unknown[])[i], item, `${path}[${i}]`))
  } else if (typeof shown === 'object' && shown !== null) {
    expect(actual, path).toBeTypeOf('object')
    // Safe because of the line above; null has no fields, which fails below.
    for (const [name, value] of Object.entries(shown))
      compareJson((actual as Record<string, unknown> | null)?.[name], value, `${path}.${name}`)
  } else if (path.endsWith('Ms')) expect(actual, path).toBeTypeOf('number')
  else expect(actual, path).toBe(shown)
}

const getPattern = (text: string): RegExp =>
  new RegExp(
    `^${text
      .split('…')
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
    's',
  )

const guides = [
  'quick-start',
  'webhooks',
  'email-in-one-minute',
  'chat-on-your-website',
  'connect-your-own-channel',
  'customers-requests',
  'a-teams-morning',
  'invite-a-colleague',
  'files',
  'service-levels',
  'macros',
  'ai',
  'meetings',
  'knowledge-base',
  'backup-and-restore',
  'privacy',
  'reports',
  'automations',
  'satisfaction',
].map((name) => `docs/guides/${name}.md`)
/** Guides whose commands run. Each starts its own services. `npm test` runs the first five, `npm run test:all` all. */
const executed = new Set(testsAll ? guides : guides.slice(0, 5))

/** What a reader sees in the browser at the end. */
const afterwards: Readonly<Record<string, (local: (text: string) => string) => Promise<void>>> = {
  async 'docs/guides/chat-on-your-website.md'(local) {
    const context = await (await sharedBrowser()).newContext({ locale: 'en-GB' })
    try {
      await openShadowRoots(context)
      const page = await context.newPage()
      await page.goto(local('http://localhost:4000'))
      const { chat, begin } = toChat(page, context)
      await begin('Hello from the guide')
      await chat.getByRole('log').getByText('Sent').waitFor()
      await chat.getByRole('button', { name: 'Back' }).click()
      await chat.getByText('How can we help?').waitFor()
    } finally {
      await context.close()
    }
  },
}

// Concurrent, because their commands mostly wait.
describe.concurrent.each(['README.md', ...guides])('%s', (path) => {
  it.runIf(path === 'README.md' || executed.has(path))('has commands that print what it shows', async () => {
    // The README's commands show that a clone starts from source without data. The other guides need not repeat that.
    const steps = await runGuide(getText(path), { prepared: path !== 'README.md', afterwards: afterwards[path] })
    expect(steps.length).toBeGreaterThan(2)
    for (const { command, printed, expected } of steps) {
      if (expected?.language === 'json')
        compareJson(JSON.parse(printed.trim().split('\n').at(-1) ?? ''), JSON.parse(expected.text), command)
      if (expected?.language !== 'text') continue
      const lines = printed.split('\n').map((line) => line.trimEnd())
      for (const line of expected.text.split('\n').filter(Boolean))
        expect(
          lines.some((one) => getPattern(line).test(one)),
          `${command} prints “${line}”, not:\n${printed}`,
        ).toBe(true)
    }
  })
})

describe('every guide', () => {
  const names = readdirSync(new URL('docs/guides/', root))
  it('shows files of the repository as they are', () => {
    const shown = names.flatMap((name) => readBlocks(getText(`docs/guides/${name}`))).filter(({ info }) => info.startsWith('file='))
    expect(shown.map(({ info }) => info).toSorted()).toEqual([
      'file=Dockerfile',
      'file=compose.yaml',
      'file=deploy/Caddyfile',
      'file=deploy/nginx.conf',
      'file=deploy/skein.service',
      'file=docs/examples/channel.py',
      'file=docs/examples/channel.ts',
    ])
    for (const { info, text } of shown) expect(text, info).toBe(getText(info.slice('file='.length)))
  })
  it('says where the address and the key of its commands come from', () => {
    const silent = names.flatMap((name) => {
      const text = getText(`docs/guides/${name}`)
      const used = ['API', 'KEY', 'JSON'].filter((variable) => new RegExp(`\\$\\{?${variable}\\b`).test(text))
      return used.filter(
        (variable) => !new RegExp(`^${variable}=`, 'm').test(text) && !text.includes('as the [quick start](quick-start.md) sets them'),
      )
    })
    expect(silent).toEqual([])
  })
  it('shows valid JSON, and shell that bash can parse', async () => {
    const { spawnSync } = await import('node:child_process')
    for (const name of names)
      for (const { language, text } of readBlocks(getText(`docs/guides/${name}`))) {
        if (language === 'json') expect(() => JSON.parse(text), `${name}: ${text}`).not.toThrow()
        if (language === 'bash')
          expect(spawnSync('bash', ['-n'], { input: text.replace('0 3 * * * ', '') }).stderr.toString(), `${name}: ${text}`).toBe('')
      }
  })
  it('names operations, error codes, values and settings that exist', () => {
    const document = JSON.parse(getText('openapi.json')) as { paths: Record<string, Record<string, unknown>> }
    const operations = new Set(
      Object.entries(document.paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '{}')}`),
      ),
    )
    const errors = getText('docs/errors.md')
    const configuration = getText('docs/guides/configuration.md')
    const values = new Set([...getText('openapi.json').matchAll(/"([A-Z]{3,}(?:_[A-Z]+)+)"/g)].map(([, value = '']) => value))
    for (const name of names) {
      const text = getText(`docs/guides/${name}`)
      for (const [, method = '', path = ''] of text.matchAll(/`(GET|POST|PATCH|PUT|DELETE) (\/[\w/{}-]+)`/g))
        expect(operations, `${name}: ${method} ${path}`).toContain(
          `${method} ${path.startsWith('/api/v1') ? path.replaceAll(/\{\w+\}/g, '{}') : `/api/v1${path.replaceAll(/\{\w+\}/g, '{}')}`}`,
        )
      for (const [code] of text.matchAll(/SVC-[A-Z]+-[A-Z_]+/g)) expect(errors, `${name}: ${code}`).toContain(`### ${code}\n`)
      for (const [, setting = ''] of text.matchAll(/`([A-Z]{3,}(?:_[A-Z]+)+)(?:=[^`]*)?`/g))
        if (!values.has(setting)) expect(configuration, `${name}: ${setting}`).toContain(`\`${setting}\``)
    }
  })
})
