import { expect, it } from 'vitest'
import { describeInbox, listInboxChoices } from './inbox-types.ts'
import { toFieldSpecs } from './hook-form.ts'

const custom = { provider: 'CUSTOM', name: 'Your own program', description: 'It posts.', form: [] }
const relay = { provider: 'RELAY', name: 'Relay', description: 'Sends texts.', form: [] }
const types = listInboxChoices([
  { type: 'EMAIL', name: 'E-mail', providers: [] },
  { type: 'API', name: 'API', providers: [custom] },
  { type: 'SMS', name: 'Text messages', providers: [custom, relay] },
  { type: 'TELEGRAM', name: 'Telegram', providers: [{ provider: 'TELEGRAM', name: 'Telegram bot', description: 'A bot.', form: [] }] },
])

it('each type is a choice, and each provider one with its first type', () => {
  expect(types.map(({ value, name, type, provider }) => [value, name, type, provider])).toEqual([
    ['EMAIL', 'Email', 'EMAIL', null],
    ['CUSTOM', 'Your own program', 'API', 'CUSTOM'],
    ['API', 'API', 'API', null],
    ['RELAY', 'Relay', 'SMS', 'RELAY'],
    ['SMS', 'SMS', 'SMS', null],
    ['TELEGRAM', 'Telegram', 'TELEGRAM', 'TELEGRAM'],
  ])
})

it('a type that only a later version of the dashboard knows has the service’s name', () => {
  // Safe because this is what a later version of the service responds.
  const later = listInboxChoices([{ type: 'PIGEON' as never, name: 'Carrier pigeon', providers: [] }])
  expect(later.map(({ value, name }) => [value, name])).toEqual([['PIGEON', 'Carrier pigeon']])
})

it('an inbox is named after its provider only where that is offered with its type', () => {
  // Safe because only the provider is read.
  const hook = { provider: 'CUSTOM' } as never
  expect(describeInbox({ type: 'API', hook }, types).name).toBe('Your own program')
  expect(describeInbox({ type: 'API', hook: null }, types).name).toBe('API')
  expect(describeInbox({ type: 'SMS', hook }, types).name).toBe('SMS')
})

it('the fields of a form keep their order, and unknown kinds are left out', () => {
  const field = (kind: string, name: string) => ({ field: name, kind: kind as never, label: name, hint: null, options: [] })
  const fields = [field('URL', 'one'), field('COLOUR', 'two'), field('NUMBER', 'three'), field('SWITCH', 'four'), field('CHOICES', 'five')]
  expect(toFieldSpecs(fields).map(({ name, kind }) => [name, kind])).toEqual([
    ['one', 'text'],
    ['three', 'number'],
    ['four', 'check'],
    ['five', 'custom'],
  ])
})
