import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toFunctionSelector } from 'viem'
import { parseSignature } from '../../evm/decode/abiTypes.ts'
import { cleanText } from '../../lib/cleanText.ts'
import { packClearSigning } from './packClearSigning.ts'
import { readPack } from './readPack.ts'

const ONE_INCH = '0x1111111254EEB25477B68fb85Ed929f73A960582'
const AAVE_POOL = '0x87870bca3f3fd6335c3f4ce8392d69350b4fa4e2'

test('what a call of a contract means, in the words of its project', () => {
  const clear = packClearSigning('ethereum', AAVE_POOL, '0x617ba037')
  assert.equal(clear?.owner, 'Aave')
  assert.equal(clear?.intent, 'Supply')
  assert.deepEqual(
    clear?.fields.map(({ path, label, format }) => `${path} · ${label} · ${format}`),
    ['amount · Amount to supply · tokenAmount', 'onBehalfOf · Collateral recipient · addressName'],
  )
})

test('references inside a descriptor are resolved', () => {
  const swap = packClearSigning('ethereum', ONE_INCH, '0x12aa3caf')
  assert.equal(swap?.intent, 'Swap')
  assert.equal(swap?.fields[0]?.label, 'Amount to Send')
  assert.deepEqual(swap?.fields[0]?.params, { tokenPath: 'desc.srcToken' })
})

test('the same call elsewhere is described in the same words, which bind no other contract', () => {
  assert.equal(packClearSigning('ethereum', AAVE_POOL, '0x617ba037')?.bound, true)
  assert.equal(packClearSigning('ethereum', '0x000000000022d473030f116ddee9f6b43ac78ba3', '0x617ba037')?.bound, false)
  assert.equal(packClearSigning(null, AAVE_POOL, '0x617ba037')?.bound, false)
  assert.equal(packClearSigning('ethereum', AAVE_POOL, '0xffffffff'), null)
})

test('a Safe is described whatever its address, since each is a proxy of its own', () => {
  const clear = packClearSigning('polygon', '0x000000000022d473030f116ddee9f6b43ac78ba3', '0x0d582f13')
  assert.deepEqual([clear?.intent, clear?.bound], ['Add signer', false])
})

test('descriptors are clean, and bound to contracts and to the call that they describe', () => {
  type Row = {
    owner: string
    contracts: string[]
    signature: string | null
    selector: string
    intent: string
    fields: { label: string; path: string; params?: object }[]
  }
  for (const { owner, contracts, signature, selector, intent, fields } of readPack().section('clearSigning') as Row[]) {
    for (const contract of contracts) assert.match(contract, /^(1|56|137):0x[0-9a-f]{40}$/)
    assert.match(selector, /^0x[0-9a-f]{8}$/)
    if (signature !== null)
      assert.equal(toFunctionSelector(`function ${parseSignature(signature).canonical}`), selector)
    for (const text of [owner, intent, ...fields.map(({ label }) => label)]) assert.equal(cleanText(text), text)
    assert.notEqual(intent, '')
    assert.doesNotMatch(JSON.stringify(fields), /\$\./, 'nothing points into a descriptor that is not here')
    const names = signature === null ? [] : parseSignature(signature).inputs.map(({ name }) => name)
    for (const { path } of fields)
      assert.ok(path.startsWith('@') || names.includes(path.split('.')[0] ?? ''), `${selector} ${path}`)
  }
})
