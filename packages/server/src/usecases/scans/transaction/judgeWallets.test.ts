import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import { DERIVED_FACTS } from '@redoubt/risk/derive/derivedFacts.ts'
import rule from '@redoubt/risk/detectors/transaction/dangerous-recipient-wallet.ts'
import { type FactProviders, gatherFacts } from '@redoubt/risk/engine/gatherFacts.ts'
import { runDetectors } from '@redoubt/risk/engine/runDetectors.ts'
import { scoreOutcomes } from '@redoubt/risk/engine/score.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { WalletJudgement } from '@redoubt/risk/facts/contractJudgement.ts'
import type { Facts } from '@redoubt/risk/facts/facts.ts'
import {
  account,
  change,
  contract,
  ETHER,
  FRIEND,
  label,
  pay,
  ROUTER,
  STRANGER,
  sampleFacts,
  TRADER,
} from '@redoubt/risk/testing/sampleFacts.ts'
import { walletJudgement } from '@redoubt/risk/testing/testJudgement.ts'
import { rejectOnAbort } from '../../../testing/rejectOnAbort.ts'
import { unknownMembers } from '../withIgnoredMembers.ts'
import { gatherWalletJudgements } from './judgeWallets.ts'

const SAFE: Address = `0x5afe${'0'.repeat(36)}`
const EXCHANGE: Address = `0xe8c4${'0'.repeat(36)}`
const WORLD: Record<Address, Account> = {
  [SAFE]: contract(SAFE, { kind: { type: 'safe', version: '1.4.1', singleton: ROUTER } }),
  [EXCHANGE]: account(EXCHANGE, { labels: [label('exchange')] }),
  [ROUTER]: contract(ROUTER),
}
type Judge = (account: Account, signal: AbortSignal) => Promise<WalletJudgement>
const rated =
  (...[worst, complete = true]: [worst: 'none' | 'medium' | 'high', complete?: boolean]): Judge =>
  async ({ address }) => ({ ...(walletJudgement(address, worst)[address] as WalletJudgement), complete })

/** A payment of coins to the address, where its wallet is judged so. */
async function scan(to: Address, judge: Judge, facts: Partial<Facts> = {}) {
  const asked: Address[] = []
  const sources = {
    account: async (_: unknown, address: Address) => WORLD[address] ?? account(address),
    walletJudgement: (_: unknown, of: Account, signal: AbortSignal) => {
      asked.push(of.address)
      return judge(of, signal)
    },
  }
  const { walletJudgements: _gathered, ...sample } = sampleFacts()
  const recipient = WORLD[to] ?? account(to)
  const payment = {
    ...pay(to, ETHER),
    balanceChanges: [change(TRADER, -ETHER), change(to, ETHER)],
    counterparties: { [to]: recipient },
    recipient,
    senderHistory: [],
  }
  const given = Object.entries({ ...sample, ...payment, ...facts })
  const providers = {
    ...DERIVED_FACTS,
    ...Object.fromEntries(given.map(([name, value]) => [name, () => value])),
    walletJudgements: gatherWalletJudgements(sources, 100),
  } as FactProviders
  const { signal } = new AbortController()
  const gathered = await gatherFacts({ providers, needed: rule.needs, signal })
  const { riskScore } = scoreOutcomes(runDetectors([rule], gathered))
  return { asked, riskScore, unknown: unknownMembers(gathered), complete: gathered.complete }
}

test('a recipient is judged once, and the payment is at least as risky', async () => {
  assert.deepEqual(await scan(STRANGER, rated('high')), {
    asked: [STRANGER],
    riskScore: 65,
    unknown: [],
    complete: true,
  })
  assert.equal((await scan(STRANGER, rated('none'))).riskScore, 0)
})

test('a recipient of medium level is told and asks for no review', async () => {
  const { riskScore } = await scan(STRANGER, rated('medium'))
  assert.ok(riskScore > 0 && riskScore < 20, String(riskScore))
})

test('a Safe is judged as a wallet; a service known by name and plain code are not', async () => {
  assert.deepEqual((await scan(SAFE, rated('high'))).asked, [SAFE])
  assert.deepEqual((await scan(EXCHANGE, rated('high'))).asked, [])
  assert.deepEqual((await scan(ROUTER, rated('high'))).asked, [])
})

test('a recipient that could not be judged in time is unknown and not safe', async () => {
  const { riskScore, unknown, complete } = await scan(STRANGER, (_, signal) => rejectOnAbort(signal))
  assert.deepEqual([riskScore, unknown, complete], [40, ['walletScan'], false])
})

test('one that the sender paid before may stay unjudged, and is named as unknown', async () => {
  const paid = {
    address: STRANGER,
    direction: 'out' as const,
    genuine: true,
    zeroValue: false,
    blockNumber: 1n,
    hash: `0x${'0'.repeat(64)}` as const,
  }
  const facts = { senderHistory: [paid] as unknown as Facts['senderHistory'] }
  const { riskScore, unknown } = await scan(STRANGER, (_, signal) => rejectOnAbort(signal), facts)
  assert.deepEqual([riskScore < 40, unknown], [true, ['walletScan']])
})

test('a past that no source tells is named as unknown and is no danger; what was found of it counts', async () => {
  const silent = await scan(STRANGER, rated('none', false))
  assert.deepEqual([silent.riskScore < 40, silent.unknown], [true, ['walletScan']])
  assert.equal((await scan(STRANGER, rated('high', false))).riskScore, 65)
  assert.equal((await scan(FRIEND, rated('high', false))).riskScore, 65)
})
