/** Answers of the built-in provider from published articles. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { KbArticle } from '../../../client/index.ts'
import { startTestService, type TestService, type TestTenant } from '../../../test/support/service.ts'
import type { RunRecord } from './run.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

type Run = Omit<RunRecord, 'version'>

async function asked(operation: string, body: object, of: TestTenant): Promise<Run> {
  return (await of.api<Run>('POST', `/ai/${operation}`, { body })).body.data
}

describe('an answer to a question', () => {
  it('quotes the articles about the question, and says so when there are none', async () => {
    const own = await service.createTenant()
    const { id } = (
      await own.skein.createKbArticle({
        body: {
          title: 'Exporting your data',
          body: 'An export is a CSV file.\n\nOpen Settings, choose Export, and press Start. Large exports are mailed to you.\n\nOnly owners may export.',
        },
      })
    ).data
    const ask = (question: string) => asked('answer', { question }, own)
    expect((await ask('How do I start an export?')).status).toBe('NO_ANSWER')
    await own.skein.publishKbArticle({ path: { id }, body: {} })
    const run = await ask('How do I start an export in the settings?')
    expect(run).toMatchObject({ status: 'SUCCEEDED', provider: 'BUILT_IN' })
    expect(run.output.text).toContain('Open Settings, choose Export, and press Start.')
    expect(run.citations[0]).toMatchObject({ articleId: id, title: 'Exporting your data' })
    // A word and its plural have the same stem.
    expect((await ask('Is it the owner?')).status).toBe('SUCCEEDED')
    expect(await ask('Which colours do your bicycles come in?')).toMatchObject({
      status: 'NO_ANSWER',
      citations: [],
      output: { text: null, suggestions: [] },
    })
  })

  it('compares words by stem, includes titles, and suggests articles when uncertain', async () => {
    const own = await service.createTenant()
    const publish = async (body: object): Promise<string> => {
      const { id } = (await own.api<KbArticle>('POST', '/kb/articles', { body })).body.data
      await own.skein.publishKbArticle({ path: { id }, body: {} })
      return id
    }
    const ask = (question: string) => asked('answer', { question }, own)
    const timing = await publish({ title: 'Refund timing', body: 'Refunds arrive within five days.' })
    const near = await ask('How long do refunds take?')
    expect(near).toMatchObject({ status: 'NO_ANSWER', confidence: null, citations: [], output: { text: null } })
    expect(near.output.suggestions).toMatchObject([
      { text: 'Refunds arrive within five days.', bodyFormat: 'text', citations: [{ articleId: timing, title: 'Refund timing' }] },
    ])
    await publish({ title: 'Paying back', body: 'Refunds take five working days.' })
    expect((await ask('How long does a refund take?')).output.text).toBe('“Refunds take five working days.” (Paying back)')
    await publish({ title: 'Erstattungen', body: 'Die Auszahlung dauert fünf Tage.', locale: 'de' })
    expect((await ask('Wie lange dauern die Auszahlungen einer Erstattung?')).output.text).toContain('Die Auszahlung dauert fünf Tage.')
    // With a single stem, any article that contains it would count as an answer.
    expect((await ask('What about the days?')).status).toBe('NO_ANSWER')
  })
})
