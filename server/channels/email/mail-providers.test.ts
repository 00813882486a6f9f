import { expect, it } from 'vitest'
import { findProviderOfDomain, findProviderOfExchanges, mailProviders } from './mail-providers.ts'

it.each([
  ['gmail.com', 'GOOGLE'],
  ['outlook.com', 'MICROSOFT'],
  ['gmx.de', 'GMX'],
  ['web.de', 'WEB_DE'],
  ['acme.example', undefined],
])('addresses at %s are at %s', (domain, provider) => {
  expect(findProviderOfDomain(domain)?.provider).toBe(provider)
})

it.each([
  [['aspmx.l.google.com'], 'GOOGLE'],
  [['acme-example.mail.protection.outlook.com.'], 'MICROSOFT'],
  [['mx00.kundenserver.de', 'mx01.kundenserver.de'], 'IONOS_DE'],
  [['SMTPIN.RZONE.DE'], 'STRATO'],
  [['in1-smtp.messagingengine.com'], 'FASTMAIL'],
  [['mx1.mail.ovh.net'], 'OVH'],
  [['mx.zoho.eu'], 'ZOHO_EU'],
  [['mx.acme.example'], undefined],
  // The end of a name is not the end of a label.
  [['mx.notgoogle.com'], undefined],
  [[], undefined],
])('mail servers %j are those of %s', (hosts, provider) => {
  expect(findProviderOfExchanges(hosts)?.provider).toBe(provider)
})

it('no domain and no mail server belongs to two providers', () => {
  for (const names of [mailProviders.flatMap(({ domains }) => domains), mailProviders.flatMap(({ exchanges }) => exchanges)])
    expect(names).toEqual([...new Set(names)])
  const ids = mailProviders.map(({ provider }) => provider)
  expect(ids).toEqual([...new Set(ids)])
})
