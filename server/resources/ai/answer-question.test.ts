/** Answers of the built-in provider from published articles. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { KbArticle } from '../../../client/index.ts'
import { setUpService, type TestTenant } from '../../../test/support/service.ts'
import type { RunRecord } from './run.ts'

const service = await setUpService()

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
    const near = await ask('How long do refunds and replacements take?')
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

describe('an answer', () => {
  const articles = {
    en: {
      'Opening hours': 'Monday to Friday, nine to five.\n\nOn public holidays we are closed.',
      'Refund timing': 'Refunds arrive within five days.\n\nA refund goes to the account that paid.',
      'Shipping costs': 'Shipping within Germany is 4.90 EUR. Orders above 50 EUR are free.',
      Paying: 'You can pay by card, PayPal or invoice.',
      Invoices: 'Your invoices are under Billing, in the settings.',
      'How do I reset my password?': 'Choose “Forgot your password?” on the sign-in page.',
      'Delivery countries': 'We ship to Austria, Germany and Switzerland.',
      Guarantee: 'The guarantee of a lamp lasts two years.',
    },
    de: {
      Öffnungszeiten: 'Montag bis Freitag, neun bis siebzehn Uhr.',
      Erstattungen: 'Eine Erstattung ist nach fünf Werktagen auf Ihrem Konto.',
      Versandkosten: 'Der Versand kostet 4,90 Euro.',
      Rechnungen: 'Ihre Rechnungen finden Sie unter Abrechnung.',
      'Wie ändere ich meine Adresse?': 'Öffnen Sie Ihr Konto und tragen Sie die neue Anschrift ein.',
    },
  } as const
  const answers: Readonly<Record<string, string | null>> = {
    'What are your opening hours?': 'Monday to Friday, nine to five.',
    'Opening hours?': 'Monday to Friday, nine to five.',
    'Hello, what are the opening hours please?': 'Monday to Friday, nine to five.',
    'When are you open?': 'Monday to Friday, nine to five.',
    'How long do refunds take?': 'Refunds arrive within five days.',
    'How long does a refund take?': 'Refunds arrive within five days.',
    'How soon will my refund arrive?': 'Refunds arrive within five days.',
    'When does my refund arrive?': 'Refunds arrive within five days.',
    'How much is shipping?': 'Shipping within Germany is 4.90 EUR. Orders above 50 EUR are free.',
    'What does shipping cost?': 'Shipping within Germany is 4.90 EUR. Orders above 50 EUR are free.',
    'Can I pay by invoice?': 'You can pay by card, PayPal or invoice.',
    'Where are my invoices?': 'Your invoices are under Billing, in the settings.',
    'Where can I find the invoices?': 'Your invoices are under Billing, in the settings.',
    'How do I reset my password?': 'Choose “Forgot your password?” on the sign-in page.',
    'How can I reset the password': 'Choose “Forgot your password?” on the sign-in page.',
    'Do you ship to Switzerland?': 'We ship to Austria, Germany and Switzerland.',
    'How long is the guarantee of a lamp?': 'The guarantee of a lamp lasts two years.',
    'Where are my refunds?': 'A refund goes to the account that paid.',
    'Wo ist meine Erstattung?': 'Eine Erstattung ist nach fünf Werktagen auf Ihrem Konto.',
    'Was sind Ihre Öffnungszeiten?': 'Montag bis Freitag, neun bis siebzehn Uhr.',
    'Wie sind die Öffnungszeiten?': 'Montag bis Freitag, neun bis siebzehn Uhr.',
    'Wie lange dauert eine Erstattung?': 'Eine Erstattung ist nach fünf Werktagen auf Ihrem Konto.',
    'Wann kommt meine Erstattung?': null,
    'Was kostet der Versand?': 'Der Versand kostet 4,90 Euro.',
    'Wo finde ich meine Rechnungen?': 'Ihre Rechnungen finden Sie unter Abrechnung.',
    'Wie ändere ich meine Adresse?': 'Öffnen Sie Ihr Konto und tragen Sie die neue Anschrift ein.',
    // One word in common, or another kind of answer, is none.
    'Can I get a PDF of my refunds?': null,
    'Can I get a refund in USD?': null,
    'How much is a refund?': null,
    'Can I get refunds by SMS?': null,
    'How long do exports take?': null,
    'Do you have a VAT number?': null,
    'Do you ship to Japan?': null,
    'Can I pay by Bitcoin?': null,
    'How much is the guarantee?': null,
    'Where is the guarantee?': null,
    'How long is the guarantee of a bicycle?': null,
    'How long are the shipping costs?': null,
    'Kann ich eine PDF meiner Erstattung bekommen?': null,
    'Wie lange dauert der Versand?': null,
    'Welche Farben haben Ihre Fahrräder?': null,
  }
  let own: TestTenant
  beforeAll(async () => {
    own = await service.createTenant()
    for (const [locale, texts] of Object.entries(articles))
      for (const [title, body] of Object.entries(texts)) {
        const { data } = await own.skein.createKbArticle({ body: { title, body, locale } })
        await own.skein.publishKbArticle({ path: { id: data.id }, body: {} })
      }
  })

  it.each(Object.entries(answers))('to %j is %j', async (question, answer) => {
    const { status, citations, output } = await asked('answer', { question }, own)
    expect([status, citations[0]?.quote ?? null], String(output.text)).toEqual([answer === null ? 'NO_ANSWER' : 'SUCCEEDED', answer])
  })
})
