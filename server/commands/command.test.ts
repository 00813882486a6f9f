import { describe, expect, it } from 'vitest'
import { readdirSync } from 'node:fs'
import { getHelp, type Command } from './command.ts'
import { keyCreate } from './key-create.ts'
import { migrate } from './migrate.ts'
import { seed } from './seed.ts'
import { serve } from './serve.ts'
import { tenantCreate } from './tenant-create.ts'

describe('bad arguments are refused with a message, before anything is opened', () => {
  const tenant = ['--slug', 'globex', '--name', 'Globex', '--owner-email', 'g@globex.test']
  const cases: [Command, string[], string][] = [
    [tenantCreate, [], '--slug, --name, --owner-email must be given.'],
    [tenantCreate, ['--slug', ' ', '--name', 'N', '--owner-email', 'g@globex.test'], '--slug must be given.'],
    [
      tenantCreate,
      [...tenant, '--slug', 'Not A Label'],
      'The slug "Not A Label" is not a host label: use 1 to 63 of a-z, 0-9 and -, with no - first or last.',
    ],
    [tenantCreate, [...tenant, '--slug', 'app'], 'The slug "app" is reserved.'],
    [tenantCreate, [...tenant, '--owner-email', 'nobody'], '"nobody" is not an e-mail address: it has no @.'],
    [
      keyCreate,
      ['--tenant', 'acme', '--scopes', 'read,threads:fly'],
      'There is no scope "threads:fly". Scopes are read, write, admin, or RESOURCE:LEVEL such as threads:write.',
    ],
    [keyCreate, ['--tenant', 'acme', '--scopes', ','], '--scopes must name at least one scope.'],
    [
      keyCreate,
      ['--tenant', 'acme', '--scopes', 'read', '--expires-in-days=-1'],
      '--expires-in-days must be a whole number from 1 to 3650, not "-1".',
    ],
    [keyCreate, ['--tenant', 'acme', '--scopes', 'read', '--expires-in-days', '-1'], '--expires-in-days needs a value.'],
    [migrate, ['now'], "Unexpected argument 'now'."],
    [serve, ['--port', '3000'], "Unknown option '--port'."],
    [
      seed,
      ['--tenant', 'acme', '--from', '/nowhere/at-all.jsonl'],
      "/nowhere/at-all.jsonl cannot be read: ENOENT: no such file or directory, open '/nowhere/at-all.jsonl'",
    ],
    [seed, ['--tenant', 'acme', '--limit', '5'], '--limit needs --from.'],
    [
      seed,
      ['--tenant', 'acme', '--url', 'localhost'],
      '--url must be the address of a service, such as http://localhost:3000, not "localhost".',
    ],
  ]
  it.each(cases)('%#', (command, args, sentence) => {
    expect(() => command.prepare(args)).toThrow(expect.objectContaining({ name: 'Error', message: sentence }))
  })
})

describe('every command', async () => {
  const names = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const modules = await Promise.all(names.map((name) => import(`./${name.replace(/\.ts$/, '')}.ts`) as Promise<Record<string, unknown>>))
  const isCommand = (value: unknown): value is Command =>
    typeof value === 'object' && value !== null && 'usage' in value && 'prepare' in value
  const commands = modules.flatMap((module) => Object.values(module).filter(isCommand))

  it('has a help text with examples of this command, whose options it describes', () => {
    expect(commands.length).toBeGreaterThan(9)
    for (const { usage, examples, prepare } of commands) {
      const name = /^[a-z]+(?: [a-z]+)?/.exec(usage)?.[0] ?? ''
      const help = getHelp({ usage, examples, prepare })
      for (const example of examples) {
        const [, call = ''] = example.split(`skein ${name}`)
        expect(example, 'an example of this command').toContain(`skein ${name}`)
        expect(help).toContain(`skein -- ${name}${call}`)
        for (const [, option = ''] of (call.split(' | ')[0] ?? '').matchAll(/ (--[a-z-]+)/g)) expect(usage, example).toContain(option)
      }
    }
  })
})
