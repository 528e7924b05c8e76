import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Incomplete, type MissingFact } from '@redoubt/risk/engine/gatherFacts.ts'
import type { Facts } from '@redoubt/risk/facts/facts.ts'
import { bytecode, contractFunction, sampleContract, trade } from '@redoubt/risk/testing/sampleContract.ts'
import type { ContractSources } from './contractSources.ts'
import { depositProviders, takesDeposits } from './depositProviders.ts'

type Found = Awaited<ReturnType<NonNullable<ContractSources['deposits']>>>

describe('payments into a contract that were not all looked at', () => {
  const error = new Error('no endpoint answers')
  const cases: [name: string, found: Partial<Found>, missing: Pick<MissingFact, 'message' | 'error'> | null][] = [
    ['all were', {}, null],
    ['too many ways', { cut: 3 }, { message: '3 more ways to pay the contract were not tried', error: null }],
    ['the past failed', { unread: error }, { message: 'past payments into the contract could not be read', error }],
    ['both', { cut: 3, unread: error }, { message: 'past payments into the contract could not be read', error }],
  ]
  for (const [name, found, missing] of cases)
    test(name, async () => {
      const { block, bytecode } = sampleContract()
      const sources: Pick<ContractSources, 'deposits' | 'depositSources'> = {
        deposits: async () => ({ trials: [], cut: 0, refused: [], ...found }),
        depositSources: () => {
          throw new Error('there is no payment')
        },
      }
      const input = { deadlineMs: 1_000 } as Parameters<typeof depositProviders>[0]
      const { deposits } = depositProviders(input, sources, { block, bytecode } as Partial<Facts>)
      const answer = await deposits?.(() => assert.fail(), new AbortController().signal)
      const told = answer instanceof Incomplete ? answer.missing : null
      assert.deepEqual(told && { message: told.message, error: told.error }, missing)
    })
})

describe('tokens without a market whose holders may give shares up for a payment', () => {
  const taken = { does: 'subtracts', of: 'caller', gated: false } as const
  const pays = { asks: ['0xa9059cbb' as const], balanceWrites: [taken] }
  const unnamed = (more: Parameters<typeof contractFunction>[1]) => ({
    ...contractFunction('f()', more),
    signature: null,
  })
  const cases: [name: string, found: ReturnType<typeof contractFunction>, expected: boolean][] = [
    ['a named redemption', contractFunction('redeem(uint256,address,address)'), true],
    ['one under any name, in tokens', unnamed(pays), true],
    ['one in coins', unnamed({ sendsNative: true, balanceWrites: [taken] }), true],
    ['a transfer, which asks a list', contractFunction('transfer(address,uint256)', pays), false],
    ['a burn that pays nothing', unnamed({ balanceWrites: [taken] }), false],
    ['a payment for no shares', unnamed({ asks: ['0xa9059cbb'] }), false],
    ['one for a key alone', unnamed({ ...pays, gated: true }), false],
    ['one that takes the shares of others', unnamed({ ...pays, balanceWrites: [{ ...taken, of: 'argument' }] }), false],
  ]
  for (const [name, one, expected] of cases)
    test(name, () => {
      assert.equal(takesDeposits(tokenWith(one, { made: true })), expected)
      assert.equal(takesDeposits(tokenWith(one, { made: false })), false, 'with a market')
    })

  function tokenWith(one: ReturnType<typeof contractFunction>, { made }: { made: boolean }): Partial<Facts> {
    const own = trade()
    return {
      ...sampleContract(),
      trade: { ...own, pool: { ...own.pool, made } },
      bytecode: bytecode({ functions: [...bytecode().functions, one] }),
    }
  }
})
