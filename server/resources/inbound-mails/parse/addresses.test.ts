import { expect, it } from 'vitest'
import { readAddresses } from './addresses.ts'
import { startCpuTime } from '../../../../test/support/cpu-time.ts'

const show = (field: string): string[] =>
  readAddresses(field).map(({ name, address }) => (name === null ? address : `${name} <${address}>`))

it.each([
  ['ada@example.com', ['ada@example.com']],
  ['Ada Lovelace <ada@Example.COM>', ['Ada Lovelace <ada@example.com>']],
  ['"Lovelace, Ada" <ada@example.com>, grace@example.com', ['Lovelace, Ada <ada@example.com>', 'grace@example.com']],
  ['Lovelace, Ada <ada@example.com>', ['Lovelace, Ada <ada@example.com>']],
  ['ada@example.com (Ada Lovelace)', ['Ada Lovelace <ada@example.com>']],
  ['"Ada \\"the first\\"" <ada@example.com>', ['Ada "the first <ada@example.com>']],
  ['Team: ada@example.com, Grace <grace@example.com>;', ['ada@example.com', 'Grace <grace@example.com>']],
  ['undisclosed-recipients:;', []],
  ['ada@example.com; grace@example.com', ['ada@example.com', 'grace@example.com']],
  ['<mailto:ada@example.com>', ['ada@example.com']],
  ['Ada <ada@example.com', ['Ada <ada@example.com>']],
  ['Ada ada@example.com', ['Ada <ada@example.com>']],
  ['<ada@example.com> Ada', ['Ada <ada@example.com>']],
  ["'ada@example.com'", ['ada@example.com']],
  ['"Ada Lovelace"@example.com', ['"Ada Lovelace"@example.com']],
  ['ada@example.com.', ['ada@example.com']],
  ['Mail System <MAILER-DAEMON>', ['Mail System <MAILER-DAEMON>']],
  ['MAILER-DAEMON <>', []],
  ['root', ['root']],
  ['Ada Lovelace', []],
  ['', []],
  ['=?utf-8?Q?Ada_L=C3=B6velace?= <ada@example.com>', ['Ada Lövelace <ada@example.com>']],
  // The whole field was encoded.
  ['=?utf-8?Q?Ada_<ada@example.com>?=', ['Ada <ada@example.com>']],
  // A name that pretends to be an address, or to add a field.
  ['=?utf-8?Q?Grace_<grace@example.com>,?= <ada@example.com>', ['Grace <grace@example.com> <ada@example.com>']],
  ['"grace@example.com" <ada@example.com>', ['grace@example.com <ada@example.com>']],
  ['"grace@example.com>" <ada@example.com>', ['grace@example.com> <ada@example.com>']],
  ['=?utf-8?Q?Ada=0D=0ABcc:_grace@example.com?= <ada@example.com>', ['Ada Bcc: grace@example.com <ada@example.com>']],
  ['Ada\u202e <ada@example.com>', ['Ada <ada@example.com>']],
  ['Ada <ada@example.com> <grace@example.com>', ['Ada <ada@example.com>']],
])('reads %s', (field, expected) => {
  expect(show(field)).toEqual(expected)
})

it.each(['"', '<', '(\\', 'a,', "'.", 'a:', '@', '"a"@', '\\"'])('reads a field full of %s in linear time', (piece) => {
  const cpuMs = startCpuTime()
  readAddresses(piece.repeat(100_000))
  expect(cpuMs()).toBeLessThan(4_000)
})
