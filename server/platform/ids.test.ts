import { expect, test } from 'vitest'
import { encodeSuffix, newId, parseTypeId, toTypeId } from './ids.ts'

test('the test vectors of the TypeID specification encode and decode', () => {
  const vectors = [
    ['00000000-0000-0000-0000-000000000000', '00000000000000000000000000'],
    ['00000000-0000-0000-0000-000000000001', '00000000000000000000000001'],
    ['00000000-0000-0000-0000-00000000000a', '0000000000000000000000000a'],
    ['00000000-0000-0000-0000-000000000010', '0000000000000000000000000g'],
    ['00000000-0000-0000-0000-000000000020', '00000000000000000000000010'],
    ['ffffffff-ffff-ffff-ffff-ffffffffffff', '7zzzzzzzzzzzzzzzzzzzzzzzzz'],
    ['0110c853-1d09-52d8-d73e-1194e95b5f19', '0123456789abcdefghjkmnpqrs'],
    ['01890a5d-ac96-774b-bcce-b302099a8057', '01h455vb4pex5vsknk084sn02q'],
  ] as const
  for (const [uuid, suffix] of vectors) {
    expect(encodeSuffix(uuid)).toBe(suffix)
    expect(parseTypeId('thr', suffix)).toBe(uuid)
    expect(parseTypeId('thr', `thr_${suffix}`)).toBe(uuid)
  }
})

test('a new id is a UUIDv7, decodes to itself and sorts by creation time', () => {
  const early = newId(1_000_000)
  const late = newId(2_000_000)
  expect(early < late).toBe(true)
  for (let i = 0; i < 2000; i++) {
    const id = newId()
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(parseTypeId('msg', toTypeId('msg', id))).toBe(id)
  }
})

test('a wrong prefix, length or letter and an overflow are invalid', () => {
  for (const text of [
    'usr_01h455vb4pex5vsknk084sn02q',
    'thr_',
    '',
    'thr_01h455vb4pex5vsknk084sn02',
    'thr_01h455vb4pex5vsknk084sn02u',
    'thr_81h455vb4pex5vsknk084sn02q',
    'thr_01H455VB4PEX5VSKNK084SN02Q',
    'thr_01h455vb4pex5vsknk084sn02q\n',
    'thr-01h455vb4pex5vsknk084sn02q',
  ]) {
    expect(parseTypeId('thr', text)).toBeNull()
  }
})
