import type { ReadAddress } from './channel.ts'

export const readTelephone: ReadAddress = (text) =>
  /^\+[1-9]\d{1,14}$/.test(text) ? { address: text } : { problem: 'must be a telephone number in E.164, such as +4930901820' }
