/** A customer's requests: of every channel, live, and each with an address. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startVisitor } from '../../test/support/chats.ts'
import { composeMail } from '../../test/support/mails.ts'
import { findField, startPortal, write, type Portal } from './portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.site.close())

describe('the requests', () => {
  it('of every channel are listed, answered, ended and rated', async () => {
    const email = 'eve@example.com'
    const ofApi = await portal.createThread(email, 'By API')
    const visitor = await startVisitor(portal.site.service, portal.site, {
      identityToken: await portal.sign({ sub: 'Eve', name: 'Eve', email }),
    })
    await portal.reply((await visitor.begin('By chat')).id, 'An answer by chat')
    const delivered = await portal.mails.deliver(composeMail({ From: `Eve <${email}>`, Subject: 'By mail' }, 'A question by mail.'))
    await portal.reply(delivered.threadId ?? '', 'An answer by mail')
    await portal.createThread('other@example.com', 'Of another')
    const { page, context } = await portal.enter('Eve')
    const rows = page.getByRole('main').getByRole('listitem')
    await expect.poll(() => rows.allInnerTexts()).toHaveLength(3)
    expect((await rows.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '))).toEqual([
      expect.stringMatching(/By mail \w+: An answer by mail now Open$/),
      expect.stringMatching(/By chat \w+: An answer by chat now Open 1 new message$/),
      expect.stringMatching(/By API You: About: By API now Open$/),
    ])
    await expect.poll(() => page.title()).toMatch(/^\(1\) Your requests/)
    await page.getByRole('link', { name: /By mail/ }).click()
    const log = page.getByRole('log')
    await log.getByText('A question by mail.').waitFor()
    await page.getByRole('heading', { name: 'By mail' }).waitFor()
    await write(page, 'Thank you!')
    await portal.reply(delivered.threadId ?? '', 'You are welcome')
    await log.getByText('You are welcome').waitFor()
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('button', { name: 'End request' }).click()
    await page.getByText('This request has ended. Write to continue.').waitFor()
    await page.getByRole('radio', { name: '5 stars' }).check()
    await page.getByText('Thank you for your rating').waitFor()
    await page.getByRole('button', { name: 'Back' }).click()
    await rows.filter({ hasText: 'By mail' }).getByText('Ended', { exact: true }).waitFor()
    await page.getByRole('link', { name: /By chat/ }).click()
    await log.getByText('An answer by chat').waitFor()
    await expect.poll(() => page.title()).toMatch(/^By chat/)
    await page.goBack()
    const thread = (await portal.site.tenant.skein.getThread({ path: { id: delivered.threadId ?? '' } })).data
    expect(thread.status).toBe('resolved')
    // A thread that the team begins appears.
    await portal.createThread(email, 'A call from us')
    await page.getByRole('link', { name: /A call from us/ }).waitFor()
    await portal.reply(ofApi, 'An answer by API')
    await rows.first().getByText('An answer by API').waitFor()
    await context.close()
  })

  it('begin without questions about what is known', async () => {
    const { page, context } = await portal.enter('Nina')
    await page.getByRole('link', { name: 'New request' }).click()
    await page.getByRole('heading', { name: 'New request' }).waitFor()
    expect(await page.getByRole('textbox').count()).toBe(1)
    await write(page, 'A new question')
    await expect.poll(() => page.url()).toMatch(/#thr_\w+$/)
    // The empty form has no place in the history any more.
    await page.goBack()
    await page.getByRole('link', { name: /A new question/ }).waitFor()
    const { data } = await portal.site.tenant.skein.listThreads({ query: { limit: 1, sort: '-createdAt' } })
    expect(data[0]).toMatchObject({ subject: 'A new question', inboxId: portal.site.inboxId })
    await context.close()
  })

  it('ask once for a name that the inbox demands and nobody knows', async () => {
    const { page, context } = await portal.open()
    await page.route('**/widget/config?*', async (route) => {
      const response = await fetch(portal.site.base + new URL(route.request().url()).pathname + new URL(route.request().url()).search)
      // Safe because the API description declares this response.
      const { data } = (await response.json()) as { data: object }
      const preChat = ['NAME', 'EMAIL'].map((name) => ({ field: name, label: name, type: 'TEXT', options: null, required: true }))
      await route.fulfill({ json: { data: { ...data, preChat } } })
    })
    await page.goto(`${portal.help}/requests?locale=en#identity=${await portal.sign({ sub: 'Ida', email: 'ida@example.com' })}`)
    await page.getByRole('link', { name: 'New request' }).click()
    const name = page.getByRole('textbox', { name: 'Your name' })
    await name.fill('Ida Rhodes')
    expect(await page.getByRole('textbox', { name: 'Your email address' }).count()).toBe(0)
    await write(page, 'My first request')
    await page.goBack()
    await page.getByRole('link', { name: 'New request' }).click()
    await findField(page).waitFor()
    expect(await name.count()).toBe(0)
    await context.close()
  })

  it('have addresses for back, forward, reload and other tabs', async () => {
    const [first, second] = [
      await portal.createThread('hugo@example.com', 'First'),
      await portal.createThread('hugo@example.com', 'Second'),
    ]
    const { page, context } = await portal.enter('Hugo')
    await page.getByRole('link', { name: /First/ }).click()
    await page.getByRole('heading', { name: 'First' }).waitFor()
    expect(page.url()).toBe(`${portal.help}/requests#${first}`)
    expect(await page.title()).toMatch(/^First · /)
    await page.goBack()
    await page.getByRole('heading', { name: 'Your requests' }).waitFor()
    await page.goForward()
    await page.getByRole('heading', { name: 'First' }).waitFor()
    await findField(page).fill('Not sent yet')
    await page.reload()
    await page.getByRole('log').getByText('About: First').waitFor()
    expect(await findField(page).inputValue()).toBe('Not sent yet')
    const { page: tab } = await portal.site.openTab(context, `${portal.help}/requests#${second}`)
    await tab.getByRole('log').getByText('About: Second').waitFor()
    const foreign = await portal.createThread('foreign@example.com', 'Foreign')
    await tab.goto(`${portal.help}/requests#${foreign}`)
    await tab.getByText('We can’t find this request').waitFor()
    await tab.getByRole('button', { name: 'Your requests' }).click()
    await tab.getByRole('link', { name: /Second/ }).waitFor()
    expect(await tab.getByText('Foreign').count()).toBe(0)
    await context.close()
  })

  it('show articles of the help centre, and come back from them', async () => {
    const claims = { sub: 'Lea', name: 'Lea', email: 'lea@example.com' }
    const visitor = await startVisitor(portal.site.service, portal.site, { identityToken: await portal.sign(claims) })
    const { id } = await visitor.begin('A parcel')
    const { data: articles } = await portal.site.tenant.skein.listKbArticles({ query: { namePrefix: 'Return' } })
    await portal.site.tenant.skein.replyToThread({
      path: { id },
      body: { body: 'See this article.', parts: [{ kind: 'ARTICLE', articleId: articles[0]?.id ?? '' }] },
    })
    const { page, context } = await portal.enter('Lea')
    await page.getByRole('link', { name: /A parcel/ }).click()
    await page.getByRole('log').getByText('See this article.').waitFor()
    const card = page.getByRole('button', { name: /Return within 30 days/ })
    await card.click()
    await page.getByText('About: Return within 30 days').waitFor()
    await page.goBack()
    await page.getByRole('log').getByText('See this article.').waitFor()
    await page.goForward()
    await page.getByText('About: Return within 30 days').waitFor()
    await page.reload()
    await page.getByText('About: Return within 30 days').waitFor()
    await context.close()
  })
})
