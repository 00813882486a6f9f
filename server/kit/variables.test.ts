import { describe, expect, it } from 'vitest'
import { startCpuTime } from '../../test/support/cpu-time.ts'
import { flattenVariables, removeVariables, render } from './variables.ts'

const variables = flattenVariables({
  customer: { name: 'Ada <b>&"', empty: '  ', none: null, customFields: { plan: 'pro', tags: ['a', 'b'], no: false, zero: 0 } },
})
const text = (template: string) => render(template, 'text', variables)

describe('rendering', () => {
  it('fills in variables, with or without spaces, at every occurrence', () => {
    expect(text('{{customer.customFields.plan}} {{ customer.customFields.plan }} {{customer.customFields.tags}}')).toEqual({
      text: 'pro pro a, b',
      missing: [],
    })
    expect(text('{{customer.customFields.no}} {{customer.customFields.zero}}').text).toBe('false 0')
  })

  it('names each variable without a value once, and leaves it in the text', () => {
    expect(text('{{customer.none}} {{customer.empty}} {{customer.none}} {{nothing}} {{constructor}}')).toEqual({
      text: '{{customer.none}} {{customer.empty}} {{customer.none}} {{nothing}} {{constructor}}',
      missing: ['customer.none', 'customer.empty', 'nothing', 'constructor'],
    })
  })

  it('uses the default after a bar when there is no value', () => {
    expect(text('Hello {{customer.none|there}}{{customer.empty|}}!')).toEqual({ text: 'Hello there!', missing: [] })
  })

  it('escapes values in HTML only', () => {
    expect(render('<p>{{customer.name}}</p>', 'html', variables).text).toBe('<p>Ada &lt;b&gt;&amp;&quot;</p>')
    expect(text('{{customer.name}}').text).toBe('Ada <b>&"')
  })

  it('does not fill in variables within values', () => {
    const nested = { 'customer.name': '{{agent.email}} $& $1', 'agent.email': 'secret' }
    expect(render('{{customer.name}}', 'text', nested)).toEqual({ text: '{{agent.email}} $& $1', missing: [] })
  })
})

describe('removing variables', () => {
  it('removes the spaces before them, too', () => {
    const given = 'Ada \t {{team.name}} {{ team.name }}, {{team.name}}Acme\n{{teamXname}} {{inbox.name}}'
    expect(removeVariables(given, ['team.name', 'agent.name'])).toBe('Ada,Acme\n{{teamXname}} {{inbox.name}}')
  })

  it('takes linear time for many spaces', () => {
    const cpuMs = startCpuTime()
    for (const given of [' '.repeat(200_000), `{{${' '.repeat(200_000)}`, ' \t{{'.repeat(50_000)])
      expect(removeVariables(`${given}x {{team.name}}`, ['team.name'])).toBe(`${given}x`)
    expect(cpuMs()).toBeLessThan(1_000)
  })
})
