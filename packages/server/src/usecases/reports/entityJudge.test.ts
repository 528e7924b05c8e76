import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ApiError } from '../../errors.ts'
import { rejectOnAbort } from '../../testing/rejectOnAbort.ts'
import { scanSample } from '../scans/contract/testContractScan.ts'
import { createEntityJudge, type EntityScans } from './entityJudge.ts'
import type { EntityQuestion } from './entityJudgement.ts'

const ADDRESS = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045'
const CHECKSUMMED = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const spelling = { member: 'address', spelled: ADDRESS, checksummed: CHECKSUMMED, checksumFailed: false } as const
const question = (more: Partial<EntityQuestion> = {}): EntityQuestion => ({
  text: ADDRESS,
  entity: { type: 'address', address: ADDRESS, spelling },
  chain: 'bsc',
  deadlineMs: 5_000,
  fresh: false,
  ...more,
})
const context = () => ({ environment: 'live', signal: new AbortController().signal }) as const
const never = () => Promise.reject(new Error('not this one'))

describe('createEntityJudge', () => {
  const judge = (scans: Partial<EntityScans>, now?: () => number) =>
    createEntityJudge(
      {
        contract: never,
        wallet: never,
        url: never,
        sentTransaction: never,
        resolveName: never,
        accountClass: async () => 'contract',
        ...scans,
      },
      now,
    )

  for (const [kind, scanned] of Object.entries({
    contract: 'contract',
    eoa: 'wallet',
    'delegated-eoa': 'wallet',
    precompile: 'wallet',
  } as const))
    test(`an account of the class ${kind} is judged as a ${scanned}, on the network asked for`, async () => {
      const asked: string[] = []
      const told = (name: string) => async (input: { chain: string; address: string }) => {
        asked.push(`${name} ${input.chain} ${input.address}`)
        throw new ApiError('UPSTREAM_UNAVAILABLE', { chain: 'bsc', retryAfter: 1 })
      }
      const scans = { contract: told('contract'), wallet: told('wallet'), accountClass: async () => kind as never }
      await assert.rejects(judge(scans)(question(), context()), { code: 'UPSTREAM_UNAVAILABLE' })
      assert.deepEqual(asked, [`${scanned} bsc ${ADDRESS}`])
    })

  test('the entity is as the caller wrote it, its canonical form beside it; time is when the scan began', async () => {
    const { result } = await scanSample()
    let now = 1_000
    const scans: Partial<EntityScans> = {
      contract: async ({ spelling: { spelled } }) => {
        now += 700
        return { ...result, address: spelled }
      },
      resolveName: async () => ADDRESS,
    }
    const named = question({ text: 'Trader.eth', entity: { type: 'ens', name: 'trader.eth' } })
    const judged = await judge(scans, () => now)(named, context())
    assert.deepEqual([judged.entity, judged.canonical, judged.judgedAt], ['Trader.eth', CHECKSUMMED, 1_000])
  })

  test('the time spent on a name is taken from the scan', async () => {
    let now = 0
    const asked: number[] = []
    const scans: Partial<EntityScans> = {
      resolveName: async () => {
        now += 1_500
        return ADDRESS
      },
      accountClass: async () => {
        now += 500
        return 'eoa'
      },
      wallet: async ({ deadlineMs }) => {
        asked.push(deadlineMs)
        throw new ApiError('UPSTREAM_TIMEOUT', {})
      },
    }
    const named = question({ entity: { type: 'ens', name: 'trader.eth' } })
    await assert.rejects(judge(scans, () => now)(named, context()), { code: 'UPSTREAM_TIMEOUT' })
    assert.deepEqual(asked, [3_000])
  })

  test('an unregistered name is not found; a failed look-up is another error', async () => {
    const named = question({ entity: { type: 'ens', name: 'nobody.eth' } })
    await assert.rejects(judge({ resolveName: async () => null })(named, context()), { code: 'NOT_FOUND' })
    await assert.rejects(judge({ resolveName: never })(named, context()), { code: 'UPSTREAM_UNAVAILABLE' })
  })

  test('code that cannot be read in time is said so, and never guessed', async () => {
    const hanging: EntityScans['accountClass'] = (_chain, _address, { signal }) => rejectOnAbort(signal)
    const asked = question({ deadlineMs: 20 })
    await assert.rejects(judge({ accountClass: hanging })(asked, context()), { code: 'UPSTREAM_TIMEOUT' })
    await assert.rejects(judge({ accountClass: never })(asked, context()), { code: 'UPSTREAM_UNAVAILABLE' })
  })
})
