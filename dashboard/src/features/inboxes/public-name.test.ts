import { expect, it } from 'vitest'
import { isPrivateName } from './public-name.ts'

it('a name that only this machine knows is not public', () => {
  const names = ['10 localhost', 'v=spf1 include:localhost ~all', 'v=spf1 ip4:127.0.0.1 ~all', 'inb_1@in.localhost', 'v=spf1 ip6:::1 ~all']
  expect(names.filter((name) => !isPrivateName(name))).toEqual([])
  const others = [
    '10 mail.acme.example',
    'v=spf1 include:localhost.acme.example ~all',
    'v=spf1 ip4:192.0.2.7 ~all',
    'inb_1@in.acme.example',
  ]
  expect(others.filter(isPrivateName)).toEqual([])
})
