import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Permission } from '@redoubt/risk/facts/revocationFacts.ts'
import { WHOLE } from '@redoubt/risk/facts/walletRights.ts'
import { account } from '@redoubt/risk/testing/sampleFacts.ts'
import { decodeFunctionData, parseAbi } from 'viem/utils'
import { domainHash, domainOf } from '../../domain/signedDomain.ts'
import { domainTermsOf, encodeTerms, FORM } from '../../domain/signedTerms.ts'
import { PERMIT2 } from '../decode/grants.ts'
import { NO_SAFE } from '../permissions/rightPlace.ts'
import { needsSignature, rightState } from '../permissions/rightReads.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import type { CallOutcome, Simulator } from '../simulation/simulator.ts'
import { planRevocations } from './planRevocations.ts'
import { waysToRevoke } from './revocationCalls.ts'

const [OWNER, TOKEN, SPENDER] = ['a', 'b', 'c'].map((digit): Address => `0x${digit.repeat(40)}`) as [
  Address,
  Address,
  Address,
]
const ABI = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function decreaseAllowance(address spender, uint256 amount)',
  'function setApprovalForAll(address operator, bool approved)',
  'function invalidateUnorderedNonces(uint256 wordPos, uint256 mask)',
  'function invalidateNonces(address token, address spender, uint48 newNonce)',
  'function incrementNonce()',
])
const MAX_NONCE = 2n ** 48n - 1n
const word = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`
const of = (standard: Permission['standard'], more: Partial<Permission> = {}): Permission => ({
  standard,
  token: TOKEN,
  spender: SPENDER,
  tokenId: null,
  ...more,
})
const ways = (permission: Permission, amount = 100n) =>
  waysToRevoke(permission, { owner: OWNER, amount, safe: NO_SAFE }).map(({ method, to, data }) => {
    const call = decodeFunctionData({ abi: ABI, data })
    return [method, to, ...(call.args ?? [])].map((one) => (typeof one === 'string' ? one.toLowerCase() : one))
  })

describe('ways to end a permission, the ordinary one first', () => {
  test('an allowance: zero, less by all of it, one base unit', () => {
    assert.deepEqual(ways(of('erc20')), [
      ['approve', TOKEN, SPENDER, 0n],
      ['decreaseallowance', TOKEN, SPENDER, 100n],
      ['approve-one', TOKEN, SPENDER, 1n],
    ])
    // One base unit is no less than what there is.
    assert.equal(ways(of('erc20'), 1n).length, 2)
  })

  test('collectibles: an item, an operator', () => {
    const zero = `0x${'0'.repeat(40)}`
    assert.deepEqual(ways(of('erc721', { tokenId: 7n })), [['approve', TOKEN, zero, 7n]])
    for (const standard of ['erc721', 'erc1155'] as const)
      assert.deepEqual(ways(of(standard)), [['setapprovalforall', TOKEN, SPENDER, false]])
  })

  test('Permit2, a transfer: its own bit of its own word, wherever it stands', () => {
    for (const nonce of [0n, 255n, 256n, 511n, 2n ** 256n - 1n]) {
      const permission = of('permit2-signature', { token: PERMIT2, tokenId: nonce })
      const mask = 1n << (nonce & 255n)
      assert.deepEqual(ways(permission), [['invalidateunorderednonces', PERMIT2, nonce >> 8n, mask]])
      const state = (kept: bigint) => rightState(permission, { owner: OWNER, answers: [word(kept)], now: 0n })
      assert.deepEqual([state(0n), state(mask), state((2n ** 256n - 1n) ^ mask)], [WHOLE, 0n, WHOLE])
      assert.equal(rightState(permission, { owner: OWNER, answers: [null], now: 0n }), null)
    }
  })

  test('Permit2, an allowance: the nonce after its own; the last has none after it', () => {
    const permission = (nonce: bigint) => of('permit2-allowance-signature', { tokenId: nonce })
    assert.deepEqual(ways(permission(4n)), [['invalidatenonces', PERMIT2, TOKEN, SPENDER, 5]])
    assert.deepEqual(ways(permission(MAX_NONCE - 1n)), [
      ['invalidatenonces', PERMIT2, TOKEN, SPENDER, Number(MAX_NONCE)],
    ])
    assert.deepEqual(ways(permission(MAX_NONCE)), [])
    assert.deepEqual(
      [4n, MAX_NONCE].map((nonce) => needsSignature(OWNER, permission(nonce))),
      [false, true],
    )
    const state = (current: bigint) => {
      const answer: Hex = `0x${word(9n).slice(2)}${word(9n).slice(2)}${word(current).slice(2)}`
      return rightState(permission(4n), { owner: OWNER, answers: [answer], now: 0n })
    }
    assert.deepEqual([state(3n), state(4n), state(5n)], [WHOLE, WHOLE, 0n])
    assert.equal(rightState(permission(4n), { owner: OWNER, answers: [word(4n)], now: 0n }), null)
  })
})

describe('the end of a permit', () => {
  const terms = encodeTerms('permit-signature', [
    FORM.name | FORM.version | FORM.chainId | FORM.verifyingContract,
    'Coin',
    '1',
    word(0n),
  ])
  const separator = domainHash(domainOf(domainTermsOf(terms) ?? assert.fail(), { token: TOKEN, chainId: 1 }))
  const block = { chain: 'ethereum', number: 9n, timestamp: 1_800_000_000n, hash: word(1n) } as unknown as PinnedBlock
  const permit = of('permit-signature', { tokenId: 3n, terms })

  /** What ends it where a raise of the nonce fares so. */
  async function planned(raise: 'works' | 'fails' | 'no engine', holder: Account = account(OWNER)) {
    const answer = async (_: unknown, { data }: { data: Hex }) =>
      data.startsWith('0x3644e515') ? separator : data.startsWith('0x7ecebe00') ? word(3n) : null
    const chain = { chain: 'ethereum', ask: answer, call: answer, code: async () => '0x' } as unknown as ChainSource
    const outcome = (success: boolean, output: Hex = '0x') =>
      ({ success, output, gasUsed: 30_000n, logs: [] }) as unknown as CallOutcome
    const simulator = {
      simulateSequences: async ({ sequences }: { sequences: { blocks: { calls: unknown[] }[] }[] }) => {
        if (raise === 'no engine') throw new Error('none')
        return sequences.map(({ blocks }) =>
          (blocks[0]?.calls ?? []).map((_, at) => outcome(at > 0 || raise === 'works', word(at > 0 ? 4n : 0n))),
        )
      },
    } as unknown as Simulator
    const { transactions, skipped } = await planRevocations(
      { chain, simulator, delegateActs: async () => assert.fail() },
      { block, account: holder, wallet: null, permissions: [permit], invalidateNonces: false },
      AbortSignal.timeout(1_000),
    )
    return [
      ...transactions.map(({ method, signing }) => [method, signing !== null]),
      ...skipped.map(({ reason }) => reason),
    ]
  }

  test('a nonce that the holder can raise, executed; else a permit of nothing, also where nothing can be executed', async () => {
    assert.deepEqual(await planned('works'), [['incrementNonce', false]])
    assert.deepEqual(await planned('fails'), [['permit', true]])
    assert.deepEqual(await planned('no engine'), [['permit', true]])
  })

  test('a contract account signs nothing that a token takes', async () => {
    const contract = { ...account(OWNER), class: 'contract' } as Account
    assert.deepEqual(await planned('fails', contract), ['needs-signature'])
  })
})
