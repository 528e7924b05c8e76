import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type AskEndpoint, checkEndpoint, type ExpectedNetwork } from './checkEndpoint.ts'

const NOW = 1_800_000_000_000
const HEAD = 20_000_000
const WORD_42 = `0x${'0'.repeat(62)}2a`

type Answers = Record<string, (params: readonly unknown[]) => Awaited<ReturnType<AskEndpoint>>>
const GOOD: Answers = {
  eth_chainId: () => ({ result: '0x1' }),
  eth_getBlockByNumber: () => ({
    result: { number: `0x${HEAD.toString(16)}`, timestamp: `0x${(NOW / 1_000 - 8).toString(16)}` },
  }),
  eth_getBalance: () => ({ result: '0x0' }),
  debug_traceCall: () => ({ result: {} }),
  eth_call: () => ({ result: WORD_42 }),
  eth_getLogs: () => ({ result: [] }),
  eth_getProof: () => ({ result: {} }),
}
const ETHEREUM = { chainId: 1, maxHeadAgeSeconds: 300 }
const check = (answers: Answers, expected: ExpectedNetwork = ETHEREUM) =>
  checkEndpoint(
    async (method, params) => answers[method]?.(params) ?? { error: 'the method does not exist' },
    expected,
    NOW,
  )
const statesOf = async (answers: Answers) =>
  (await check(answers))
    .filter(({ state }) => state !== 'ok')
    .map(({ name, state, detail }) => `${name} ${state}: ${detail}`)
const no = () => ({ error: 'the method does not exist' })

describe('checkEndpoint', () => {
  test('finds nothing at a full archive node', async () => {
    assert.deepEqual(await statesOf(GOOD), [])
    assert.equal((await check(GOOD)).length, 6)
  })

  const CASES: [string, Answers, string[]][] = [
    ['another chain', { eth_chainId: () => ({ result: '0x38' }) }, ['chain id failed: chain 56, expected 1']],
    ['no chain id', { eth_chainId: no }, ['chain id failed: no chain id: the method does not exist']],
    [
      'no block',
      { eth_getBlockByNumber: () => ({ result: null }) },
      [
        'head failed: no newest block',
        'archive warning: not tried: there is no newest block to count from',
        'logs warning: not tried: there is no newest block to count from',
      ],
    ],
    [
      'an old head',
      {
        eth_getBlockByNumber: () => ({
          result: { number: '0x1312d00', timestamp: `0x${(NOW / 1_000 - 600).toString(16)}` },
        }),
      },
      ['head failed: block 20000000, 600 s old'],
    ],
    [
      'a node that keeps 128 states',
      { eth_getBalance: ([, at]) => (HEAD - Number(at) > 128 ? { error: 'missing trie node' } : { result: '0x0' }) },
      ['archive warning: state 10000 blocks back is not kept, 128 blocks back it is'],
    ],
    ['no traces', { debug_traceCall: no }, ['traces warning: the method does not exist']],
    [
      'overrides that are ignored',
      { eth_call: () => ({ result: '0x' }) },
      ['overrides warning: the answer is not what was asked for'],
    ],
    [
      'short ranges of logs',
      {
        eth_getLogs: ([filter]) => {
          const { fromBlock, toBlock } = filter as { fromBlock: string; toBlock: string }
          return Number(toBlock) - Number(fromBlock) >= 1_000 ? { error: 'range too large' } : { result: [] }
        },
      },
      ['logs warning: ranges of 1000 blocks'],
    ],
    ['no logs', { eth_getLogs: () => ({ error: 'forbidden\n\u202e' }) }, ['logs failed: forbidden']],
    ['no proofs', { eth_getProof: no }, ['proofs warning: the method does not exist']],
  ]
  for (const [name, answers, found] of CASES)
    test(`tells of ${name}, with a remedy`, async () => {
      assert.deepEqual(await statesOf({ ...GOOD, ...answers }), found)
      for (const { state, remedy } of await check({ ...GOOD, ...answers }))
        assert.equal(remedy !== null, state !== 'ok')
    })

  test('the network says which age is old', async () => {
    const aged = (seconds: number): Answers => ({
      ...GOOD,
      eth_getBlockByNumber: () => ({
        result: { number: '0x1312d00', timestamp: `0x${(NOW / 1_000 - seconds).toString(16)}` },
      }),
    })
    const headOf = async (seconds: number, maxHeadAgeSeconds: number | null) =>
      (await check(aged(seconds), { chainId: 1, maxHeadAgeSeconds })).find(({ name }) => name === 'head')?.state
    assert.equal(await headOf(200, 300), 'ok')
    assert.equal(await headOf(200, 120), 'failed')
    assert.equal(await headOf(300, 300), 'ok')
    assert.equal(await headOf(301, 300), 'failed')
    assert.equal(await headOf(1_000_000, null), 'ok')
  })

  test('tells of an endpoint that does not answer', async () => {
    const [one, ...more] = await checkEndpoint(() => Promise.reject(new Error('connect ECONNREFUSED')), ETHEREUM, NOW)
    assert.deepEqual([one?.name, one?.state, one?.detail, more], ['reachable', 'failed', 'connect ECONNREFUSED', []])
  })
})
