import { expect, it } from 'vitest'
import { formatFileSize } from './file-size.ts'

it('a file size has the singular or plural of its unit', () => {
  expect([0, 1, 13, 1023, 4300, 26_214_400].map(formatFileSize)).toEqual([
    '0 bytes',
    '1 byte',
    '13 bytes',
    '1,023 bytes',
    '4.2 kB',
    '25 MB',
  ])
})
