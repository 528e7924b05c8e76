import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { OwnerSwitch } from '@redoubt/risk/facts/privileges.ts'
import type { ContractSources } from '../contract/contractSources.ts'
import { createPurchaseProbe, leftOut } from './purchaseProbe.ts'

const TOKEN = '0x00000000000000000000000000000000000070c3'

/** What is left out of a probe whose search of powers ends so. */
async function cutOf(search: () => Promise<{ powers: []; cut: boolean }>): Promise<string[]> {
  const sources = {
    account: async () => ({ token: { standard: 'erc20' } }),
    proxy: async () => null,
    bytecode: async () => ({ functions: [] }),
    trade: async () => ({}),
    privileges: async () => ({ switches: [], capabilities: [], privileged: [], budget: { cut: [] } }),
    guardedTokenPowers: search,
  } as unknown as ContractSources
  const probe = createPurchaseProbe(sources)
  const found = await probe({} as PinnedBlock, TOKEN, new AbortController().signal)
  return found?.cut ?? []
}

test('a search of powers that was cut short or failed is named', async () => {
  assert.deepEqual(await cutOf(async () => ({ powers: [], cut: true })), ['conditions of calls'])
  assert.deepEqual(await cutOf(() => Promise.reject(new Error('no engine'))), ['conditions of calls'])
})

test('a search of powers that was made in full leaves nothing out', async () => {
  assert.deepEqual(await cutOf(async () => ({ powers: [], cut: false })), [])
})

test('a switch that was found does not hide that powers were left out', () => {
  const mild = {} as OwnerSwitch
  const cut = ['effects of privileged calls', 'conditions of calls']
  assert.deepEqual(leftOut([{ switches: [mild], cut }]), ['conditions of calls'])
  assert.deepEqual(leftOut([{ switches: [], cut }]), cut)
  assert.deepEqual(leftOut([{ switches: [mild], cut: ['effects of privileged calls'] }]), [])
})
