import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { CHAINS } from '@redoubt/risk/chain.ts'
import { createIntelReport } from '../../intel/intelReport.ts'
import { SECRET } from '../../store/conformance/world.ts'
import { openStore, type Store } from '../../store/openStore.ts'

const PERMIT2 = '0x000000000022d473030f116ddee9f6b43ac78ba3'

describe('what operators are told of one address', () => {
  let store: Store
  before(async () => {
    store = await openStore('sqlite::memory:', SECRET)
    await store.migrate()
    const denial = { kind: 'address', value: PERMIT2, verdict: 'deny', label: 'scammer', note: 'a test' } as const
    await store.intel.setOverride({ ...denial, chain: 'bsc', actor: 'test', createdAt: 0 })
  })
  after(() => store.close())

  const chainsOf = async (chain: 'bsc' | 'polygon' | null) => {
    const { entries, overrides } = await createIntelReport(store.intel).lookup({ value: PERMIT2, chain })
    return [[...new Set(entries.map((entry) => entry.chain))].sort(), overrides.map((override) => override.chain)]
  }

  test('is of the network that was asked for, else of all', async () => {
    assert.deepEqual(await chainsOf('bsc'), [['bsc'], ['bsc']])
    assert.deepEqual(await chainsOf('polygon'), [['polygon'], []])
    assert.deepEqual(await chainsOf(null), [[...CHAINS].sort(), ['bsc']])
  })

  test('a host has no network, and a value that is neither is named', async () => {
    const { lookup } = createIntelReport(store.intel)
    await assert.rejects(
      lookup({ value: 'a.example', chain: 'bsc' }),
      /^RangeError: chain: expected with an address only, not with a host$/,
    )
    await assert.rejects(lookup({ value: '0x12', chain: null }), /^RangeError: value: expected an address/)
  })
})
