import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toFunctionSelector } from 'viem'
import { cleanText } from '../../decode/cleanText.ts'
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

test('another contract, another network or another call is not described', () => {
  assert.equal(packClearSigning('bsc', AAVE_POOL, '0x617ba037'), null)
  assert.equal(packClearSigning('ethereum', '0x000000000022d473030f116ddee9f6b43ac78ba3', '0x617ba037'), null)
  assert.equal(packClearSigning('ethereum', AAVE_POOL, '0xffffffff'), null)
})

test('descriptors are clean, and bound to contracts and to the call that they describe', () => {
  type Row = {
    owner: string
    contracts: string[]
    signature: string
    selector: string
    intent: string
    fields: { label: string; path: string; params?: object }[]
  }
  for (const { owner, contracts, signature, selector, intent, fields } of readPack().section('clearSigning') as Row[]) {
    assert.ok(contracts.length > 0)
    for (const contract of contracts) assert.match(contract, /^(1|56|137):0x[0-9a-f]{40}$/)
    if (!signature.startsWith('0x')) assert.equal(toFunctionSelector(`function ${signature}`), selector)
    for (const text of [owner, intent, ...fields.map(({ label }) => label)]) assert.equal(cleanText(text), text)
    assert.notEqual(intent, '')
    assert.doesNotMatch(JSON.stringify(fields), /\$\./, 'nothing points into a descriptor that is not here')
  }
})
