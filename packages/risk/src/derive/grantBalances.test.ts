import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeAbiParameters } from 'viem/utils'
import type { Address } from '../address.ts'
import {
  approval,
  byAddress,
  contract,
  frame,
  invoke,
  NFT,
  ROUTER,
  router,
  SCAM,
  TRADER,
  UNKNOWN_CONTRACT,
  USDC,
} from '../testing/sampleFacts.ts'
import { deriveGrants, gatherGrantBalances } from './grants.ts'
import { loggedApprovals } from './loggedApprovals.ts'
import type { Grant } from './shapes.ts'
import type { ReadCall } from './tokenPulls.ts'

const spenders = byAddress(contract(UNKNOWN_CONTRACT), router())
const bounded = { after: 5n, unlimited: false }
const grantsOf = (...approvalChanges: ReturnType<typeof approval>[]): Grant[] =>
  deriveGrants({ approvalChanges, steps: [], principals: [TRADER], spenders })
const holding =
  (amount: bigint, asked: Address[] = []): ReadCall =>
  async ({ to }) => {
    asked.push(to)
    return encodeAbiParameters([{ type: 'uint256' }], [amount])
  }

test('an approval that was executed, and is as before, is none; one that was not executed is', () => {
  const step = invoke(USDC, 'approve(address,uint256)', [UNKNOWN_CONTRACT, 5n]).decodedCall
  const input = { approvalChanges: [], steps: [step], principals: [TRADER], spenders }
  const topics = ['0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925', TRADER, UNKNOWN_CONTRACT].map(
    (one) => `0x${one.slice(2).padStart(64, '0')}` as const,
  )
  const approved = frame({ logs: [{ address: USDC, topics, data: '0x' }] })
  assert.equal(deriveGrants(input).length, 1)
  assert.deepEqual(deriveGrants({ ...input, logged: loggedApprovals(approved, [TRADER]) }), [])
  for (const [trace, principals] of [
    [{ ...approved, error: 'execution reverted' }, [TRADER]],
    [approved, [ROUTER]],
    [frame({ logs: [{ address: SCAM, topics, data: '0x' }] }), [TRADER]],
  ] as const)
    assert.equal(deriveGrants({ ...input, logged: loggedApprovals(trace, principals) }).length, 1)
})

test('a bounded approval to an unknown contract carries what its owner holds', async () => {
  const grants = grantsOf(approval(UNKNOWN_CONTRACT, bounded))
  assert.equal(grants[0]?.balance, null)
  assert.equal((await gatherGrantBalances(grants, holding(7n)))[0]?.balance, 7n)
})

test('a change without a known balance is not judged', async () => {
  const asked: Address[] = []
  const grants = grantsOf(
    approval(UNKNOWN_CONTRACT),
    approval(ROUTER, bounded),
    approval(UNKNOWN_CONTRACT, { ...bounded, token: NFT, standard: 'erc721', tokenId: 7n }),
  )
  await gatherGrantBalances(grants, holding(7n, asked))
  assert.deepEqual(asked, [])
})

test('each balance is read once, and no more than sixteen', async () => {
  const asked: Address[] = []
  const twice = [approval(UNKNOWN_CONTRACT, bounded), approval(UNKNOWN_CONTRACT, { ...bounded, standard: 'permit2' })]
  await gatherGrantBalances(grantsOf(...twice), holding(7n, asked))
  assert.deepEqual(asked, [USDC])
  const many = Array.from({ length: 40 }, (_, at) =>
    approval(UNKNOWN_CONTRACT, { ...bounded, token: `0x${at.toString(16).padStart(40, '0')}` }),
  )
  const gathered = await gatherGrantBalances(grantsOf(...many), holding(7n, asked))
  assert.equal(asked.length, 1 + 16)
  assert.equal(gathered.length, 40)
})

test('a token that does not answer, reverts or cannot be reached leaves null', async () => {
  const grants = grantsOf(approval(UNKNOWN_CONTRACT, { ...bounded, token: SCAM }))
  const unreachable = () => Promise.reject(new Error('no endpoint'))
  for (const read of [async () => '0x' as const, async () => null, unreachable])
    assert.equal((await gatherGrantBalances(grants, read))[0]?.balance, null)
})

test('a permission that only the call data shows has the name and decimals of the token that moved', () => {
  const { decodedCall } = invoke(USDC, 'approve(address,uint256)', [UNKNOWN_CONTRACT, 5n])
  const input = { approvalChanges: [], steps: [decodedCall], principals: [TRADER], spenders }
  const [unnamed] = deriveGrants(input)
  assert.deepEqual([unnamed?.symbol, unnamed?.decimals], [null, null])
  const [named] = deriveGrants({ ...input, moved: [{ address: USDC, symbol: 'USDC', decimals: 6 }] })
  assert.deepEqual([named?.symbol, named?.decimals], ['USDC', 6])
})
