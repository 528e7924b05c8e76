import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import { DERIVED_FACTS } from '@redoubt/risk/derive/derivedFacts.ts'
import rule from '@redoubt/risk/detectors/transaction/dangerous-token-purchase.ts'
import { type FactProviders, gatherFacts } from '@redoubt/risk/engine/gatherFacts.ts'
import { runDetectors } from '@redoubt/risk/engine/runDetectors.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { ContractJudgement } from '@redoubt/risk/facts/contractJudgement.ts'
import type { Facts } from '@redoubt/risk/facts/facts.ts'
import {
  account,
  change,
  contract,
  ETHER,
  invoke,
  label,
  ROUTER,
  router,
  STRANGER,
  sampleFacts,
  TRADER,
} from '@redoubt/risk/testing/sampleFacts.ts'
import { judgement } from '@redoubt/risk/testing/testJudgement.ts'
import { StateUnavailable } from '../../../domain/sourceErrors.ts'
import { rejectOnAbort } from '../../../testing/rejectOnAbort.ts'
import { gatherPurchaseJudgements } from './gatherPurchaseJudgements.ts'

const TOKEN: Address = `0x70ce${'0'.repeat(36)}`
const KNOWN: Address = `0x70cf${'0'.repeat(36)}`
const erc20 = { token: { standard: 'erc20', symbol: 'RUG', name: 'Rug', decimals: 18 } } as const
const WORLD: Record<Address, Account> = {
  [ROUTER]: router(),
  [TOKEN]: contract(TOKEN, erc20),
  [KNOWN]: contract(KNOWN, { ...erc20, labels: [label('token')] }),
}
const swap = invoke(ROUTER, 'swap(uint256)', [1n], { value: ETHER })
const receives = (token: Address, amount = ETHER) =>
  change(TRADER, amount, { assetType: 'erc20', address: token, symbol: 'RUG', changeUsd: null })
const buys = (token: Address): Partial<Facts> => ({
  ...swap,
  balanceChanges: [change(TRADER, -ETHER), change(STRANGER, ETHER), receives(token)],
})
type Judge = (account: Account, signal: AbortSignal) => Promise<ContractJudgement>
const of = (worst: 'critical' | 'high' | 'none', more: Partial<ContractJudgement> = {}): Judge => {
  return async ({ address }) => ({ ...(Object.values(judgement(address, worst))[0] as ContractJudgement), ...more })
}

/** What the rule says when the bought tokens are judged so, and which were. */
async function scan(facts: Partial<Facts>, judge: Judge = of('none')) {
  const asked: Address[] = []
  const sources = {
    account: async (_: unknown, address: Address) => WORLD[address] ?? account(address),
    contractJudgement: (_: unknown, account: Account, signal: AbortSignal) => {
      asked.push(account.address)
      return judge(account, signal)
    },
  }
  const { purchaseJudgements: _gathered, ...sample } = sampleFacts()
  const given = Object.entries({ ...sample, ...facts }).map(([name, value]) => [name, () => value])
  const providers = {
    ...DERIVED_FACTS,
    ...Object.fromEntries(given),
    purchaseJudgements: gatherPurchaseJudgements(sources),
  } as FactProviders
  const gathered = await gatherFacts({ providers, needed: rule.needs, signal: AbortSignal.timeout(500) })
  const [outcome] = runDetectors([rule], gathered)
  assert.ok(outcome)
  return {
    asked,
    status: outcome.status,
    decisive: outcome.status === 'unknown' && outcome.missingDecisiveFacts.length > 0,
    reason: gathered.incomplete.purchaseJudgements?.reason ?? null,
  }
}

test('bought tokens without a name are scanned, well-known and sold ones and gifts are not', async () => {
  assert.deepEqual((await scan(buys(TOKEN), of('high'))).asked, [TOKEN])
  assert.equal((await scan(buys(TOKEN), of('high'))).status, 'found')
  assert.equal((await scan(buys(TOKEN))).status, 'clear')
  assert.deepEqual((await scan(buys(KNOWN))).asked, [])
  assert.deepEqual((await scan({ ...swap, balanceChanges: [receives(TOKEN)] })).asked, [])
  const sale = { ...swap, balanceChanges: [receives(TOKEN, -ETHER), change(TRADER, ETHER)] }
  assert.deepEqual((await scan(sale)).asked, [])
})

test('nothing is scanned where nothing is executed', async () => {
  assert.deepEqual((await scan({ ...buys(TOKEN), simulation: null as never })).asked, [])
})

test('a scan that fails, comes too late or finds nothing in a part is unknown, and nothing is safe without it', async () => {
  const failed = await scan(buys(TOKEN), () => Promise.reject(new Error('no node')))
  assert.deepEqual([failed.status, failed.decisive, failed.reason], ['unknown', true, 'failed'])
  const late = await scan(buys(TOKEN), (_, signal) => rejectOnAbort(signal))
  assert.deepEqual([late.status, late.decisive, late.reason], ['unknown', true, 'late'])
  const cut = await scan(buys(TOKEN), of('none', { complete: false }))
  assert.deepEqual([cut.status, cut.decisive], ['unknown', true])
})

const unread: Judge = () => Promise.reject(new StateUnavailable('ethereum'))
const cut = of('none', { complete: false })
const unreadable = of('none', { complete: false, unreadable: true })
const invested = invoke(TOKEN, 'deposit()', [], { value: ETHER })
const share = change(TRADER, -ETHER, { assetType: 'erc20', address: STRANGER, symbol: 'UNI-V2', changeUsd: null })
const back = change(STRANGER, ETHER, { assetType: 'erc20', address: STRANGER, symbol: 'UNI-V2', changeUsd: null })

const OPEN: readonly [string, Partial<Facts>, Judge][] = [
  ['where the node does not keep the state', buys(TOKEN), unread],
  ['where a scan was cut short by that alone', buys(TOKEN), unreadable],
  ['for a token that is itself paid', { ...buys(TOKEN), ...invested }, cut],
  ['for what comes for a receipt', { ...swap, balanceChanges: [share, back, receives(TOKEN)] }, cut],
]
for (const [what, facts, judge] of OPEN)
  test(`a token that could not be scanned decides nothing ${what}`, async () => {
    const { status, decisive } = await scan(facts, judge)
    assert.deepEqual([status, decisive], ['unknown', false])
  })

test('what an incomplete scan found counts', async () => {
  assert.equal((await scan(buys(TOKEN), of('high', { complete: false }))).status, 'found')
})
