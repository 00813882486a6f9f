/** The compatibility check fails on each kind of breaking change, and passes each kind of compatible change. */
import { describe, expect, it } from 'vitest'
import { breakingChanges, releaseProblems } from './openapi-compatibility.ts'
import { asDocument, at, changeContract, contract, read, schemas, set, write, type Loose } from './openapi-sample-contract.ts'

/** Makes a component of a nullable object. */
function namePlace(place: object): (copy: Loose) => void {
  return (copy) => {
    set(schemas('Place'), place)(copy)
    set(schemas('Note.properties.place'), { anyOf: [{ $ref: '#/components/schemas/Place' }, { type: 'null' }] })(copy)
  }
}

describe('changes that break clients are found', () => {
  const breaks: [string, (copy: Loose) => void, RegExp][] = [
    ['an operation removed', set(read, undefined), /GET \/notes\/\{\}: the operation is gone/],
    ['an operation renamed', set(`${read}.operationId`, 'fetchNote'), /getNote is now called fetchNote/],
    ['a wider scope needed', set(`${read}.x-required-scope`, 'notes:write'), /notes:read and is notes:write/],
    ['another scope needed', set(`${read}.x-required-scope`, 'books:read'), /notes:read and is books:read/],
    ['a parameter removed', (copy) => at(copy, `${read}.parameters`).splice(1, 1), /query parameter lang: it is gone/],
    ['a parameter’s value removed', set(`${read}.parameters.1.schema.enum`, ['de']), /lang: the value en is gone/],
    ['a parameter made required', set(`${read}.parameters.1.required`, true), /lang: it is required now/],
    [
      'a required parameter added',
      (copy) => at(copy, `${read}.parameters`).push({ name: 'why', in: 'header', required: true, schema: {} }),
      /header parameter why: it is required now/,
    ],
    ['a body demanded', set(`${read}.requestBody`, { required: true, content: {} }), /body: it is required now/],
    ['a body refused', set(`${write}.requestBody`, undefined), /body: it is gone/],
    [
      'a form of the body removed',
      (copy) => at(copy, `${write}.requestBody.content.application/json.schema.anyOf`).splice(1, 1),
      /to: the field is gone/,
    ],
    ['a field of the body removed', set(schemas('NoteUpdate.properties.text'), undefined), /text: the field is gone/],
    ['a field of the body demanded', set(schemas('NoteUpdate.required'), ['text']), /text: the field is required now/],
    ['a value of the body removed', set(schemas('Color.enum'), ['red']), /color: the value green is gone/],
    ['a field of the body restricted to values', set(schemas('NoteUpdate.properties.text.enum'), ['a']), /only a are accepted now/],
    ['a type of the body changed', set(schemas('NoteMove.properties.to.type'), 'integer'), /its type was string and is integer/],
    ['a longer text demanded', set(schemas('NoteUpdate.properties.text.minLength'), 2), /minLength was 1 and is 2/],
    ['a shorter text demanded', set(schemas('NoteUpdate.properties.text.maxLength'), 99), /maxLength was 100 and is 99/],
    ['a smaller number demanded', set(schemas('NoteUpdate.properties.size.maximum'), 8), /maximum was 9 and is 8/],
    ['a form of a text demanded', set(schemas('NoteMove.properties.to.pattern'), '^f'), /pattern was none and is \^f/],
    [
      'other keys of a body demanded',
      set(schemas('NoteUpdate.properties.extra.propertyNames.pattern'), '^y_'),
      /keys: pattern was \^x_ and is \^y_/,
    ],
    ['a status removed', set(`${read}.responses.404`, undefined), /404: the status is gone/],
    ['an error’s code removed', set('components.responses.NotFound.x-error-codes', { GONE: 404 }), /the error 404 NEVER is gone/],
    ['an error’s status changed', set('components.responses.NotFound.x-error-codes.GONE', 410), /the error 404 GONE is gone/],
    ['a kind of a union removed', set(schemas('Item.discriminator.mapping'), {}), /items › note: the kind is gone/],
    ['a field of a kind removed', set(schemas('NoteItem.properties.kind'), undefined), /note › kind: the field is gone/],
    ['a content type removed', set(`${read}.responses.200.content`, { 'text/plain': { schema: {} } }), /application\/json is gone/],
    ['a header removed', set(`${read}.responses.200.headers`, {}), /header ETag: it is gone/],
    ['a header made uncertain', set(`${read}.responses.200.headers.ETag.required`, false), /header ETag: it may be absent now/],
    ['a field of a response removed', set(schemas('Note.properties.text'), undefined), /200 › text: the field is gone/],
    ['a field of a response made uncertain', set(schemas('Note.required'), ['id', 'color', 'tags']), /text: the field may be absent now/],
    [
      'a field of a response made nullable',
      set(schemas('Note.properties.text'), { anyOf: [{ type: 'string' }, { type: 'null' }] }),
      /text: its type was string and is null/,
    ],
    ['a field of a nullable object removed', namePlace({ type: 'object', properties: {} }), /place › city: the field is gone/],
    [
      'a nullable object that lost its fields',
      set(schemas('Note.properties.place'), { type: ['object', 'null'] }),
      /place: its type was null and is object or null/,
    ],
    ['a type of a response changed', set(schemas('Note.properties.size.type'), 'string'), /size: its type was integer and is string/],
    ['a whole number made any number', set(schemas('Note.properties.size.type'), 'number'), /size: its type was integer and is number/],
    [
      'items of a response changed',
      set(schemas('Note.properties.tags.items.type'), 'integer'),
      /tags › items: its type was string and is integer/,
    ],
    ['a form of a response changed', set(schemas('Note.properties.id.pattern'), '^n_'), /pattern was \^not_ and is \^n_/],
    ['a format of a response dropped', set(schemas('Note.properties.at.format'), undefined), /format was date-time and is none/],
    ['values of a response no longer listed', set(schemas('ShownColor'), { type: 'string' }), /its values are not listed any more/],
    ['a value of a response removed', set(schemas('ShownColor.x-extensible-enum'), ['red']), /color: the value green is gone/],
    [
      'a value added to a closed enumeration of a response',
      set(schemas('Stage.enum'), ['draft', 'done', 'late']),
      /stage: the value late is new/,
    ],
    [
      'a value added while an enumeration of a response is opened',
      set(schemas('Stage'), { type: 'string', 'x-extensible-enum': ['draft', 'done', 'late'] }),
      /stage: the value late is new/,
    ],
    [
      'a kind added to a closed union of a response',
      set(schemas('Link.discriminator.mapping.more'), '#/components/schemas/Note'),
      /link: the kind more is new/,
    ],
    ['an event removed', set('webhooks.note|created', undefined), /the event note\.created is gone/],
    [
      'a field of an event removed',
      set('webhooks.note|created.post.requestBody.content.application/json.schema.properties', {}),
      /event note\.created › object: the field is gone/,
    ],
  ]
  it.each(breaks)('%s is found', (_, change, sentence) => {
    const found = breakingChanges(asDocument(contract), changeContract(change))
    expect(
      found.filter((line) => sentence.test(line)),
      found.join('\n'),
    ).not.toEqual([])
  })
})

describe('compatible changes pass', () => {
  const growth: [string, (copy: Loose) => void][] = [
    ['nothing', () => undefined],
    ['other words', set(`${read}.description`, 'Better')],
    ['an operation added', set('paths./books', { get: { operationId: 'listBooks', responses: {} } })],
    ['a path parameter renamed', (copy) => Object.assign(copy.paths, { '/notes/{noteId}': copy.paths['/notes/{id}'], '/notes/{id}': {} })],
    ['a narrower scope needed', set(`${write}.x-required-scope`, 'notes:read')],
    ['no scope needed', set(`${write}.x-required-scope`, 'any')],
    [
      'an optional parameter added',
      (copy) => at(copy, `${read}.parameters`).push({ name: 'why', in: 'query', required: false, schema: {} }),
    ],
    ['an optional body added', set(`${read}.requestBody`, { required: false, content: {} })],
    ['an optional field of the body added', set(schemas('NoteUpdate.properties.more'), { type: 'string' })],
    [
      'a form of the body added',
      (copy) => at(copy, `${write}.requestBody.content.application/json.schema.anyOf`).push({ type: 'object', required: ['zap'] }),
    ],
    ['a longer text accepted', set(schemas('NoteUpdate.properties.text.maxLength'), 200)],
    ['a value of a request added', set(schemas('Color.enum'), ['red', 'green', 'blue'])],
    ['a value added to an open enumeration', set(schemas('ShownColor.x-extensible-enum'), ['red', 'green', 'blue'])],
    ['a closed enumeration of a response opened', set(schemas('Stage'), { type: 'string', 'x-extensible-enum': ['draft', 'done'] })],
    ['an enumeration of a request opened', set(schemas('Color'), { type: 'string', 'x-extensible-enum': ['red', 'green'] })],
    ['a number where a whole one was accepted', set(schemas('NoteUpdate.properties.size.type'), 'number')],
    ['a field of a response added', set(schemas('Note.properties.more'), { type: 'string' })],
    ['a field of a response made certain', set(schemas('Note.required'), ['id', 'text', 'color', 'tags', 'at'])],
    ['a nullable field that is never null any more', set(schemas('Note.properties.parent'), { $ref: '#/components/schemas/Note' })],
    ['a nullable object named', namePlace({ type: 'object', required: ['city'], properties: { city: { type: 'string' } } })],
    ['an error’s code added', set('components.responses.NotFound.x-error-codes', { GONE: 404, NEVER: 404, MOVED: 404 })],
    [
      'a kind added to an open union',
      (copy) => {
        at(copy, schemas('Item.anyOf')).push({ $ref: '#/components/schemas/Note' })
        set(schemas('Item.discriminator.mapping.more'), '#/components/schemas/Note')(copy)
      },
    ],
    ['a status added', set(`${write}.responses.409`, {})],
    ['a header added', set(`${write}.responses.200.headers`, { ETag: { schema: {} } })],
    ['an event added', set('webhooks.note|updated', {})],
  ]
  it.each(growth)('%s passes', (_, change) => {
    expect(breakingChanges(asDocument(contract), changeContract(change))).toEqual([])
  })
})

describe('a released version', () => {
  const released = [asDocument(contract)]
  const withVersion = (version: string, change: (copy: Loose) => void = () => undefined) =>
    changeContract((copy) => {
      Reflect.set(copy.info, 'version', version)
      change(copy)
    })

  it('stays unchanged, whatever the product’s version', () => {
    expect(releaseProblems(withVersion('1.2.0', set('info.x-platform-version', '9.9.9')), released)).toEqual([])
  })
  it('may not change, not even in its descriptions', () => {
    expect(releaseProblems(withVersion('1.2.0', set(`${read}.description`, 'Better')), released)).toEqual([
      expect.stringContaining('raise apiVersion'),
    ])
  })
  it('may be followed by a higher one with changes', () => {
    expect(releaseProblems(withVersion('1.10.0', set(schemas('Note.properties.more'), {})), released)).toEqual([])
  })
  it('may not be followed by a lower one', () => {
    expect(releaseProblems(withVersion('1.1.9'), released)).toEqual([expect.stringContaining('too low')])
  })
  it('may not be broken by a later one of the same major version', () => {
    expect(releaseProblems(withVersion('1.3.0', set(schemas('Note.properties.text'), undefined)), released)[0]).toMatch(
      /^Breaks clients of 1\.2\.0: .*text: the field is gone/,
    )
  })
  it('may be broken by a known break, which must exist', () => {
    const gone = { before: '1.3.0', change: /text: the field is gone$/, reason: 'It was never sent.' }
    const broken = withVersion('1.3.0', set(schemas('Note.properties.text'), undefined))
    expect(releaseProblems(broken, released, [gone])).toEqual([])
    const [first, ...others] = releaseProblems(broken, released, [{ ...gone, before: '1.2.0' }])
    expect([first, others.at(-1)]).toEqual([expect.stringContaining('text: the field is gone'), expect.stringContaining('remove it')])
    expect(releaseProblems(withVersion('1.3.0'), released, [gone])).toEqual([expect.stringContaining('remove it')])
  })
  it('does not restrict another major version', () => {
    expect(releaseProblems(withVersion('2.0.0', set(read, undefined)), released)).toEqual([])
  })
})
