import type { CustomerIdentity, SkeinClient } from '@skein/client'
import { expect, it } from 'vitest'
import { replacePhone } from './replace-phone.ts'

type Service = Parameters<typeof replacePhone>[0]

/** A service with these numbers, of which it does not remove `kept`. */
function fakeService(values: readonly string[], kept?: string) {
  // Safe because only these fields are read.
  const identify = (value: string) => ({ id: `idn_${value}`, value }) as CustomerIdentity
  const phones = values.map(identify)
  // Safe because only these two operations are called.
  const skein = {
    addCustomerIdentity({ body }: Parameters<SkeinClient['addCustomerIdentity']>[0]) {
      phones.push(identify(body.value))
      return Promise.resolve({ data: phones.at(-1) })
    },
    removeCustomerIdentity({ path }: Parameters<SkeinClient['removeCustomerIdentity']>[0]) {
      if (path.identityId === kept) return Promise.reject(new Error('refused'))
      const at = phones.findIndex(({ id }) => id === path.identityId)
      phones.splice(at, 1)
      return Promise.resolve({})
    },
  } as unknown as Service
  return { skein, first: phones[0] ?? null, list: () => phones.map(({ value }) => value) }
}

it('undoing an edited or a cleared number leaves the others', async () => {
  for (const typed of ['3', null]) {
    const { skein, first, list } = fakeService(['1', '2'])
    const added = await replacePhone(skein, 'cus_1', first, typed)
    expect(list()).toEqual(typed === null ? ['2'] : ['2', typed])
    await replacePhone(skein, 'cus_1', added, '1')
    expect(list()).toEqual(['2', '1'])
  }
})

it('a refused removal takes the addition back', async () => {
  const { skein, first, list } = fakeService(['1', '2'], 'idn_1')
  await expect(replacePhone(skein, 'cus_1', first, '3')).rejects.toThrow('refused')
  expect(list()).toEqual(['1', '2'])
})
