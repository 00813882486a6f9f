import { list } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { fetchOne, findResource } from '#kit/write.ts'
import { createDnsResolver } from '#platform/dns.ts'
import { toTypeId } from '#platform/ids.ts'
import { choice, closed, component, Type } from '#platform/schema.ts'
import { type CheckedRecord, checkRecords, listExpectedRecords, toDomain } from './dns-records.ts'
import { updateDkimState } from './dns-queries.ts'
import { findOwnSlug, setMailExchanges, upsertProvedDomains } from './domains/domain-queries.ts'
import { toDomainRule, toOwnDomain } from './domains/sender-proof.ts'
import { inbox } from './inbox.ts'

const DnsRecord = component(
  'DnsRecord',
  closed(
    {
      purpose: component(
        'DnsPurpose',
        choice(
          {
            MX: 'Where mail to the domain goes.',
            SPF: 'Which servers send mail of the domain.',
            DKIM: 'The public key for the signatures of replies.',
            DMARC: 'What receivers do with mail that only pretends to come from the domain.',
            OWNERSHIP:
              'The proof that the domain is yours. Without it, the SMTP port accepts no mail to the domain, and the operator’s mail server may send none from it.',
          },
          { description: 'What the record is for.' },
        ),
      ),
      type: component('DnsRecordType', choice({ MX: 'Mail exchange.', TXT: 'Text.' }, { description: 'The type of the record.' })),
      name: Type.String({ description: 'The name of the record, in ASCII.' }),
      value: Type.String({ description: 'The value that the record should have, or one of several that are right.' }),
      found: Type.Array(Type.String(), { description: 'The values that name servers returned just now.' }),
      ok: Type.Boolean({ description: 'Whether one of them is right.' }),
    },
    {
      description: 'A DNS record that an EMAIL inbox needs.',
      examples: [
        {
          purpose: 'OWNERSHIP',
          type: 'TXT',
          name: '_skein.example.com',
          value: 'tenant=ten_01kd2qv7bqexas9zz3v5m8k0nr',
          found: ['tenant=ten_01kd2qv7bqexas9zz3v5m8k0nr'],
          ok: true,
        },
      ],
    },
  ),
)

export const listInboxDnsRecords = endpoint.read({
  operationId: 'listInboxDnsRecords',
  path: `${inbox.path}/{id}/dns`,
  tag: inbox.tag,
  scope: inbox.scopes.read,
  summary: 'Check the DNS records of an inbox',
  description:
    'Looks up the DNS records for the domains of the inbox’s address and aliases, now, and returns them with those that they should be, ' +
    'on one page. The service remembers a proof of ownership, whether mail to the domain comes to its SMTP port, and whether the record of the DKIM key is right. An inbox without an e-mail ' +
    'address needs no records.',
  params: { id: inbox.id },
  responds: { 200: list(DnsRecord, 'All records') },
  present: ({ purpose, type, name, value, found, ok }: CheckedRecord) => ({ purpose, type, name, value, found: [...found], ok }),
  async handle(context) {
    const { db, config, params, principal } = context
    const { address, email } = await findResource(context, inbox)
    if (address === null || email === null) return { records: [], total: 0, next: null }
    const { tenantId } = principal
    const { slug } = await fetchOne(db, findOwnSlug, { tenantId })
    const [mailDomain, ownDomain] = [config.mail.domain, toOwnDomain(toDomainRule(config), slug)]
    const expected = listExpectedRecords(address, email, { mailDomain, ownDomain, tenantId: toTypeId('ten', tenantId) })
    const records = await checkRecords(createDnsResolver({ servers: config.dnsServers }), expected)
    const domains = records.flatMap(({ purpose, ok, domain }) => (purpose === 'OWNERSHIP' && ok ? [domain] : []))
    if (domains.length > 0) await db.rows(upsertProvedDomains, { tenantId, domains })
    const exchange = records.find(({ purpose, domain }) => purpose === 'MX' && domain === toDomain(address))
    if (email.receive.mode === 'SMTP' && exchange?.isKnown)
      await db.rows(setMailExchanges, { tenantId, found: [{ domain: exchange.domain, leadsHere: exchange.ok }] })
    const key = records.find(({ purpose }) => purpose === 'DKIM')
    if (email.dkim && key?.isKnown)
      await db.rows(updateDkimState, { tenantId, id: params.id, selector: email.dkim.selector, state: key.ok ? 'OK' : 'WRONG' })
    return { records, total: records.length, next: null }
  },
})
