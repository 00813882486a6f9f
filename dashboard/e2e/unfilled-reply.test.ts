/** A reply with variables that nobody has filled in is not sent. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPlace, type Place, written } from './place.ts'

let place: Place
beforeAll(async () => {
  place = await openPlace()
})
afterAll(() => place.close())

it('a reply with unfilled variables is refused, and the first one is selected', async () => {
  const { skein } = place.tenant
  const body = { title: 'Invoice', body: 'Where is it?', requester: { email: 'dana@example.com' } }
  const id = (await skein.createThread({ body })).data.threadId
  const { page } = await place.openAs(place.ownerEmail, `/inbox/all/${id}`)
  const reply = page.getByRole('textbox', { name: 'Reply' })
  await reply.pressSequentially('See {{custmer.name}} and {{thread.subject}}.')
  await reply.press('Control+Enter')
  await page.getByRole('alert').getByText('Not sent. Fill in or remove the variables first: {{custmer.name}}').waitFor()
  await page.keyboard.type('Dana')
  await expect.poll(() => written(reply)).toBe('See Dana and {{thread.subject}}.')
  expect((await skein.listScheduledMessages({ path: { id } })).data).toEqual([])
})
