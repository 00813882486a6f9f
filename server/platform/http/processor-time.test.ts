import { expect, it } from 'vitest'
import { newId } from '../ids.ts'
import { ApiError } from '../errors.ts'
import { ProcessorTime } from './processor-time.ts'

const findRefusal = (time: ProcessorTime, tenantId: string, operationId: string): ApiError | null => {
  try {
    time.check(tenantId, operationId)
    return null
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

it('requests are refused once their operation has used its time, with when to retry', () => {
  const time = new ProcessorTime(100)
  const tenantId = newId()
  time.charge(tenantId, 'getReport', 60)
  expect(findRefusal(time, tenantId, 'getReport')).toBeNull()
  time.charge(tenantId, 'getReport', 60)
  const refusal = findRefusal(time, tenantId, 'getReport')
  expect(refusal?.declaration).toMatchObject({ code: 'SVC-RATE-TENANT_EXCEEDED', status: 429 })
  expect(refusal?.headers).toEqual({ 'Retry-After': '60' })
})

it('other operations, other tenants and ordinary requests are never refused', () => {
  const time = new ProcessorTime(100)
  const tenantId = newId()
  time.charge(tenantId, 'getReport', 1_000)
  expect(findRefusal(time, tenantId, 'listThreads')).toBeNull()
  expect(findRefusal(time, newId(), 'getReport')).toBeNull()
  for (let i = 0; i < 10_000; i++) time.charge(tenantId, 'listThreads', 9.9)
  expect(findRefusal(time, tenantId, 'listThreads')).toBeNull()
})
