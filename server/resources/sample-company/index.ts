/**
 * The sample company: invented colleagues, customers and threads of the last thirty days, for trying the product out. A tenant has at most
 * one. `threads/past/` writes its threads with their own times and without events, so nothing goes out for them. Each row that was made is
 * noted in `sample_objects`, and the removal deletes exactly those, with all threads of the sample's customers.
 */
import { module } from '#kit/module.ts'
import { loadCompany } from './load-company.ts'
import { getSampleCompany, loadSampleCompany, removeSampleCompany } from './operations.ts'
import { removeCompany } from './remove-company.ts'

export const sampleCompany = module({
  name: 'sample-company',
  description: 'An invented company for trying the product out.',
  endpoints: [getSampleCompany, loadSampleCompany, removeSampleCompany],
  jobs: [loadCompany, removeCompany],
  personal: { excused: { sample_companies: 'of the tenant', sample_objects: 'ids' } },
})
