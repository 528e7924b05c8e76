import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import type { TransferActivity } from './activity.ts'
import type { BlockFacts } from './blockFacts.ts'
import { transferAlerts } from './transferAlerts.ts'

const WALLET: Address = `0x${'0a'.repeat(20)}`
const TOKEN: Address = `0x${'70'.repeat(20)}`
const TOKENS = { symbol: 'T', name: 'T', decimals: 18 }

/** Whether a transfer is told as one of 10,000 USD or more. */
async function isLarge(change: Partial<TransferActivity>, known: Partial<BlockFacts>): Promise<boolean> {
  const unasked = () => Promise.reject(new Error('It was not to be asked.'))
  const facts: BlockFacts = {
    succeeded: unasked,
    nonces: unasked,
    delegateBefore: unasked,
    permissionBefore: unasked,
    approval: unasked,
    score: unasked,
    account: async () => null,
    token: async () => ({ value: TOKENS as never }),
    price: async () => null,
    ...known,
  }
  const activity: TransferActivity = {
    kind: 'transfer',
    wallet: WALLET,
    counterparty: TOKEN,
    direction: 'out',
    token: null,
    amount: 10n ** 18n,
    hash: '0x',
    logIndex: null,
    position: 'value',
    initiator: WALLET,
    claimed: false,
    ...change,
  }
  const alert = await transferAlerts(activity, { chain: 'ethereum', facts })({
    type: 'monitor.large_transfer',
    threshold: 10_000,
  })
  if (alert !== null) assert.equal(alert.data.amountUsd === null, alert.data.unknown.includes('amountUsd'))
  return alert !== null
}

test('what could not be priced is large where it may be, and one wei never is', async () => {
  assert.equal(await isLarge({}, {}), true)
  assert.equal(await isLarge({ amount: 1n }, {}), false)
  assert.equal(await isLarge({ token: TOKEN }, {}), true)
  assert.equal(await isLarge({ token: TOKEN, amount: 1n }, { token: async () => null }), false)
  const price = async () => ({ value: { usd: 3, maxUsd: null } })
  assert.equal(await isLarge({ token: TOKEN }, { price, token: async () => null }), true)
  assert.equal(await isLarge({ token: TOKEN }, { price }), false)
})

test('what a stranger’s token claims, or was left out for want of room, is not large', async () => {
  assert.equal(await isLarge({ token: TOKEN, claimed: true }, {}), false)
  assert.equal(await isLarge({ token: TOKEN }, { price: async () => 'beyond' }), false)
  const price = async () => ({ value: { usd: 20_000, maxUsd: null } })
  assert.equal(await isLarge({ token: TOKEN, claimed: true }, { price }), true)
})
