import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Incomplete, type MissingFact } from '@redoubt/risk/engine/gatherFacts.ts'
import type { Facts } from '@redoubt/risk/facts/facts.ts'
import { sampleContract } from '@redoubt/risk/testing/sampleContract.ts'
import type { ContractSources } from './contractSources.ts'
import { depositProviders } from './depositProviders.ts'

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
