import { expect, it } from 'vitest'
import { UsageError } from './command.ts'
import { processCommand } from './process.ts'
import { start } from './serve.ts'

const refusal = (args: string[]): string => {
  try {
    start.prepare(args)
  } catch (error) {
    if (error instanceof UsageError) return error.message
    throw error
  }
  return ''
}

it('start takes a number of processes from 1 to 64', () => {
  for (const args of [[], ['--processes', '1'], ['--processes', '64'], ['--processes=2']]) expect(refusal(args)).toBe('')
  for (const given of ['0', '1.5', 'x', '10000', '', '65', ' 2', '1e1'])
    expect(refusal(['--processes', given])).toBe(`--processes must be a whole number from 1 to 64, not "${given}".`)
  expect(refusal(['--processes=-1'])).toBe('--processes must be a whole number from 1 to 64, not "-1".')
  expect(refusal(['--processes', '-1'])).toBe('--processes needs a value.')
  expect(refusal(['--processes'])).toBe('--processes needs a value.')
  expect(refusal(['--proceses', '2'])).toBe("Unknown option '--proceses'. Did you mean --processes?")
})

it('the processes of start cannot be run by an operator', () => {
  expect(() => processCommand.prepare(['api-1'])).toThrow('Only `start --processes` runs the command "process".')
})
