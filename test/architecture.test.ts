/** Import rules, and other conventions that reviewers would otherwise have to check. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { modules } from '../server/resources/index.ts'
import { filesOfTheirOwn } from './order-of-files.ts'
import { circles, isTest, root, sourcesBelow, titlesIn } from './source-tree.ts'
import { inboxTypeNamers, floors, longFiles, openPlatformFiles, packageOwners, wallClockReaders } from './structure.ts'

const files = ['server', 'tools', 'test', 'bench', 'client', 'dashboard', 'widget'].flatMap(sourcesBelow)
const product = files.filter(({ path }) => path.startsWith('server/') && !isTest(path))
const tests = files.filter(({ path }) => /\.test\.tsx?$/.test(path))

describe('imports', () => {
  const edges = product.flatMap(({ path, imports }) => imports.map((to) => ({ from: path, to })))
  const broken = (rule: (from: Place, to: Place) => boolean) =>
    edges.filter(({ from, to }) => rule(getPlace(from), getPlace(to))).map(({ from, to }) => `${from} → ${to}`)

  it('go downwards only: main → commands → app and web → resources → kit → platform', () => {
    expect(broken((from, to) => to.height > from.height)).toEqual([])
  })
  it('of resources reach the platform only through the files that are open to them', () => {
    const isOpen = ({ path, height }: Place): boolean =>
      height !== heights.platform || path.startsWith('tools/sample-company/') || openPlatformFiles.has(path.replace('server/platform/', ''))
    expect(broken((from, to) => from.module !== null && !isOpen(to))).toEqual([])
    const used = new Set(edges.filter(({ from }) => getPlace(from).module !== null).map(({ to }) => to.replace('server/platform/', '')))
    expect(
      [...openPlatformFiles].filter((path) => !used.has(path)),
      'used by no resource',
    ).toEqual([])
  })
  it('of worker threads load no database, no HTTP and no declarations', () => {
    const started = product.flatMap(({ text }) => [...text.matchAll(/new URL\(`([\w-]+)\$\{extname\(/g)].map(([, name]) => `/${name}.ts`))
    const threads = product.filter(({ path }) => started.some((name) => path.endsWith(name)))
    expect(threads).toHaveLength(4)
    for (const { path } of threads) {
      const loaded = new Set([path])
      for (const at of loaded) for (const to of files.find((file) => file.path === at)?.loads ?? []) loaded.add(to)
      expect(
        [...loaded].filter((to) => /^server\/platform\/(db|schema|http\/|jobs\/|outbox\/|postgres\/)/.test(to)),
        path,
      ).toEqual([])
    }
  })
  it('reach another module only through its index.ts', () => {
    expect(broken((from, to) => to.module !== null && from.module !== to.module && !to.isIndex)).toEqual([])
  })
  it.each(Object.entries(floors))('of %s go down from floor to floor', (name, { folders, upward }) => {
    const base = `server/resources/${name}/`
    const own = edges.filter(({ from, to }) => from.startsWith(base) && to.startsWith(base) && from !== `${base}index.ts`)
    const getFloor = (path: string): number => folders.indexOf(path.slice(base.length).split('/')[0] ?? '')
    expect(own.filter(({ from, to }) => getFloor(from) < 0 || getFloor(to) < 0)).toEqual([])
    const rising = own.filter(({ from, to }) => getFloor(to) > getFloor(from)).map(({ from }) => from.slice(base.length))
    expect([...new Set(rising)]).toEqual(upward)
  })
  it('never reach webhooks from another module, except from system-health', () => {
    expect(
      broken((from, to) => to.module === 'webhooks' && from.module !== null && !['webhooks', 'system-health'].includes(from.module)),
    ).toEqual([])
  })
  it('leave the table of contents to the composition root', () => {
    expect(broken((from, to) => to.path === 'server/resources/index.ts' && from.height < heights.app)).toEqual([])
  })
  it('of commands that start the database load no module before it starts', () => {
    const loaded = new Set(['server/commands/serve.ts', 'server/commands/work.ts', 'server/commands/start-processes.ts'])
    // A set also iterates over entries that are added during the loop.
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
  it('name an inbox type only in its channel', () => {
    const names = /\b[tT]ype\b[^\n']{0,12}'(?:EMAIL|API|WIDGET|TELEGRAM|SLACK|WHATSAPP|SMS|VOICE)'/
    // Customers' identities have types of their own.
    const isExempt = (path: string): boolean => path.startsWith('server/channels/') || /\/customers\//.test(path) || path in inboxTypeNamers
    const searched = files.filter(({ path }) => /^(server|dashboard\/src)\//.test(path) && !isTest(path))
    expect(searched.filter(({ path, text }) => names.test(text) && !isExempt(path)).map(({ path }) => path)).toEqual([])
    // An entry that is no longer needed goes.
    expect(Object.keys(inboxTypeNamers).filter((path) => !names.test(searched.find((file) => file.path === path)?.text ?? ''))).toEqual([])
  })
  it('connect the dashboard to the service through the client alone', () => {
    const { devDependencies } = JSON.parse(readFileSync(join(root, 'dashboard/package.json'), 'utf8')) as { devDependencies: object }
    const known = new Set(['@skein/client', ...Object.keys(devDependencies)])
    const shown = files.filter(({ path }) => path.startsWith('dashboard/src/'))
    expect(shown.length).toBeGreaterThan(0)
    const strangers = shown.flatMap(({ path, imports, packages }) => [
      ...imports.filter((to) => !to.startsWith('dashboard/src/') && !drawings.has(to)).map((to) => `${path} → ${to}`),
      ...packages.filter((name) => !known.has(name) && !(isTest(path) && name === 'vitest')).map((name) => `${path} → ${name}`),
    ])
    expect(strangers).toEqual([])
    // Operations have typed methods. With a path, the dashboard could call an operation that the API description lacks.
    expect(shown.filter(({ text }) => /\bskein\s*\.request\(/.test(text)).map(({ path }) => path)).toEqual([])
  })
  it('connect the chat to the service through the client of visitors alone', () => {
    const { devDependencies } = JSON.parse(readFileSync(join(root, 'widget/package.json'), 'utf8')) as { devDependencies: object }
    const known = new Set(['preact', ...Object.keys(devDependencies)])
    const shown = files.filter(({ path }) => /^widget\/(loader|frame|shared)\//.test(path) && !isTest(path))
    expect(shown.length).toBeGreaterThan(0)
    const findStrangers = ({ imports, packages }: (typeof shown)[number]): string[] =>
      imports.filter((to) => !to.startsWith('widget/') && to !== 'client/visitor.ts').concat(packages.filter((name) => !known.has(name)))
    const strangers = shown.flatMap((file) => findStrangers(file).map((name) => `${file.path} → ${name}`))
    expect(strangers).toEqual([])
  })
  it('of two features of the dashboard go in one direction', () => {
    const findFeature = (path: string): string | undefined => /^dashboard\/src\/features\/([^/]+)\//.exec(path)?.[1]
    const pairs = new Set(
      files.flatMap(({ path, imports }) => {
        const from = findFeature(path)
        return imports.flatMap((to) => (from !== undefined && findFeature(to) !== undefined ? [`${from} → ${findFeature(to)}`] : []))
      }),
    )
    expect(pairs.size).toBeGreaterThan(20)
    const isMutual = (pair: string): boolean => {
      const [from, to] = pair.split(' → ')
      return from !== to && pairs.has(`${to} → ${from}`)
    }
    expect([...pairs].filter(isMutual)).toEqual([])
  })
  it('are not circular, including imports of types', () => {
    expect(circles(files)).toEqual([])
  })
  it('use every export of the product, of the dashboard and of test support', () => {
    const counts = new Map<string, number>()
    for (const { text } of files) for (const [word] of text.matchAll(/\b\w+\b/g)) counts.set(word, (counts.get(word) ?? 0) + 1)
    // A module that is imported whole, such as a list of jobs, uses its exports without naming them.
    const whole = new Set(
      files.flatMap(({ path, text }) =>
        [...text.matchAll(/import \* as \w+ from '(\.[^']+)'/g)].map(([, to = '']) => join(path, '..', to)),
      ),
    )
    const unused = files
      .filter(({ path }) => /^(server|dashboard\/src|widget|test\/support)\//.test(path) && !whole.has(path))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/^export (?:async )?(?:const|function\*?|class|type) (\w+)/gm)]
          .filter(([, name = '']) => counts.get(name) === 1)
          .map(([, name]) => `${path} ${name}`),
      )
    expect(unused).toEqual([])
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
  it('of the dashboard compare typed text by `matches`, which ignores accents', () => {
    // Such as `name.toLowerCase().includes(typed)` or `fold(name).startsWith(typed)`.
    const pattern = /(toLowerCase\(\)|toLocaleLowerCase\([^)]*\)|\bfold\([^\n]*\))\s*\.(includes|startsWith|indexOf)\(/
    const readers = files.filter(({ path, text }) => path.startsWith('dashboard/src/') && !isTest(path) && pattern.test(text))
    expect(readers.map(({ path }) => path)).toEqual(['dashboard/src/ui/fold-words.ts'])
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
    const listed = modules.flatMap(({ jobs = [] }) => jobs.map(({ name }) => name))
    expect(declared.toSorted()).toEqual(listed.toSorted())
    // The name of an enqueued job is declared next to the job itself, so that neither can be renamed or removed alone.
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
    const strays = modules.flatMap(({ name, endpoints }) =>
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

const heights = { platform: 0, kit: 1, channel: 2, module: 3, app: 4, command: 5, main: 6 } as const
type Place = { path: string; height: number; module: string | null; isIndex: boolean }

/** Pure functions, by which the dashboard, the chat and the service's own pages draw the same. */
const drawings: ReadonlySet<string> = new Set(['widget/shared/colours.ts', 'widget/shared/faces.ts'])

/** Returns the layer of a file. The list of modules is in the layer of the composition root. */
function getPlace(path: string): Place {
  const [, area = '', name = ''] = path.split('/')
  const at = (height: number): Place => ({ path, height, module: null, isIndex: false })
  if (path === 'server/main.ts') return at(heights.main)
  if (path === 'server/nouns.ts') return at(heights.platform)
  // The filters of threads, which the service shares with its clients.
  if (path === 'client/thread-filters.ts' || path === 'client/field-values.ts' || drawings.has(path)) return at(heights.kit)
  if (area === 'commands') return at(heights.command)
  if (path === 'server/app.ts' || path === 'server/config.ts' || path === 'server/resources/index.ts')
    return at(path === 'server/config.ts' ? heights.kit : heights.app)
  if (path.startsWith('tools/')) return at(path.startsWith('tools/sample-company/') ? heights.platform : heights.main)
  if (area === 'resources') return { path, height: heights.module, module: name, isIndex: path === `server/resources/${name}/index.ts` }
  if (area === 'channels') return at(heights.channel)
  return at(area === 'platform' ? heights.platform : area === 'kit' ? heights.kit : heights.app)
}
