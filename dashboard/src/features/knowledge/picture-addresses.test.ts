import { expect, it } from 'vitest'
import { describeHosts, getFileName, filterRemote, replaceAddress, findUploadIds, replaceUploadPaths } from './picture-addresses.ts'

const path = '/help/files/upl_01k00000000000000000000000'

it.each([
  ['![A](https://a.example/x.png)', 'https://a.example/x.png', `![A](${path})`],
  ['![A](https://a.example/x.png "There") <https://a.example/x.png>', 'https://a.example/x.png', `![A](${path} "There") <${path}>`],
  ['![A](https://a.example/ä b.png)', 'https://a.example/%C3%A4%20b.png', `![A](${path})`],
  ['<img src="https://a.example/x?a=1&amp;b=2">', 'https://a.example/x?a=1&b=2', `<img src="${path}">`],
  ['![](https://a.example/x_(1).png)', 'https://a.example/x_(1).png', `![](${path})`],
  ['[![A]][x]\n\n[x]: https://a.example/x.png', 'https://a.example/x.png', `[![A]][x]\n\n[x]: ${path}`],
])('%s gets the path of the upload', (text, url, expected) => {
  expect(replaceAddress(text, url, path)).toBe(expected)
})

it('a longer address that begins with the replaced one stays', () => {
  const text = '![](https://a.example/x.png?2) ![](https://a.example/x.pngs)'
  expect(replaceAddress(text, 'https://a.example/x.png', path)).toBe(text)
})

it('pictures from other sites are counted by host', () => {
  const sources = [
    'https://a.example/1.png',
    path,
    'data:image/png;base64,AA==',
    'HTTPS://a.example/2.png',
    'https://b.example:8443/3',
    'https://',
  ]
  const remote = filterRemote(sources)
  expect(describeHosts(remote)).toBe('a.example (2), b.example:8443')
  expect(remote.map(getFileName)).toEqual(['1.png', '2.png', '3'])
})

it('an uploaded picture gets its signed URL if it has one', () => {
  const html = `<img src="${path}"><img src="/help/files/upl_01k00000000000000000000001">`
  const [known = '', unknown] = findUploadIds(html)
  expect([known, unknown]).toEqual(['upl_01k00000000000000000000000', 'upl_01k00000000000000000000001'])
  expect(replaceUploadPaths(html, new Map([[known, 'https://files.example/?a=1&b=2']]))).toBe(
    '<img src="https://files.example/?a=1&amp;b=2"><img src="/help/files/upl_01k00000000000000000000001">',
  )
})
