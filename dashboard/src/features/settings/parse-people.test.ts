import { expect, it } from 'vitest'
import { parsePeople } from './parse-people.ts'

it('addresses are read from lines and from lists of mail programs, each once', () => {
  const text =
    'lena.fischer@example.com\n"Marcus Bell" <marcus@example.com>; ADA@example.com, ada@example.com\njo@example.com kim@example.com\n'
  expect(parsePeople(text)).toEqual({
    people: [
      { email: 'lena.fischer@example.com', name: 'Lena Fischer' },
      { email: 'marcus@example.com', name: 'Marcus Bell' },
      { email: 'ada@example.com', name: 'Ada' },
      { email: 'jo@example.com', name: 'Jo' },
      { email: 'kim@example.com', name: 'Kim' },
    ],
    unread: [],
  })
})

it('what is no address is named', () => {
  expect(parsePeople('lena@\n<>, 123@example.com')).toEqual({
    people: [{ email: '123@example.com', name: '123@example.com' }],
    unread: ['lena@', ''],
  })
})
