import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { toFunctionSelector } from 'viem/utils'
import type { ChainSource } from '../../evm/rpc/chainSource.ts'
import { createChainSource } from '../../evm/rpc/createChainSource.ts'
import { assemble } from '../../evm/simulation/testing/assembler.ts'
import { startTestChain, type TestChain } from '../../evm/simulation/testing/testChain.ts'
import { accountFact } from '../accountFact.ts'
import { knows } from '../testing/knows.ts'
import { IMPLEMENTATION_SLOT } from './codeTraits.ts'
import { answering } from './testing/answering.ts'

const HOSTILE: Address = `0x${'bad'.padStart(40, '0')}`
const HONEST: Address = `0x${'700'.padStart(40, '0')}`
/** Everything that triggers reads: marks of a pool, a mixer and a proxy. They are never run. */
const BAIT = [
  ...[
    'token0()',
    'token1()',
    'factory()',
    'fee()',
    'denomination()',
    'levels()',
    'nextIndex()',
    'isSpent(bytes32)',
  ].map((signature) => `63${toFunctionSelector(signature).slice(2)}`),
  `7f${IMPLEMENTATION_SLOT.slice(2)}`,
].join('')
const baited = (source: string): Hex => `${assemble(source)}00${BAIT}`
const TOKEN = answering({
  'totalSupply()': 10n ** 24n,
  'balanceOf(address)': 0n,
  'decimals()': 18n,
  'symbol()': `0x${Buffer.from('GOOD').toString('hex').padEnd(64, '0')}`,
})

describe('hostile contracts', () => {
  let chain: TestChain
  let source: ChainSource
  const signal = AbortSignal.timeout(60_000)
  before(async () => {
    chain = await startTestChain()
    source = createChainSource({ chain: 'ethereum', urls: [chain.url], limits: { headReuseMs: 0 } })
  })
  after(async () => {
    await source.close()
    await chain.close()
  })

  /** Whether it may pass for a token, which is only what it says of itself. */
  const cases: Record<string, [code: Hex, token: boolean]> = {
    'answers a megabyte to everything': [baited('1000000 0 RETURN'), false],
    'reverts with a megabyte': [baited('1000000 0 REVERT'), false],
    'burns all gas': [baited(':again @again JUMP'), false],
    'runs into an invalid opcode': [baited('INVALID'), false],
    'answers 1 to everything': [baited('1 0 MSTORE 32 0 RETURN'), false],
    'answers its own address to everything': [baited('ADDRESS 0 MSTORE 32 0 RETURN'), false],
    'answers nothing': [baited('0 0 RETURN'), false],
  }
  for (const [name, [code, token]] of Object.entries(cases))
    test(`one that ${name} proves nothing, and hides no other`, async () => {
      await chain.place({ [HOSTILE]: { code }, [HONEST]: { code: TOKEN } })
      const block = await source.head(signal)
      const of = (address: Address) => accountFact({ chain: source, intel: knows() }, { block, address }, signal)
      const [hostile, honest] = await Promise.all([of(HOSTILE), of(HONEST)])
      assert.deepEqual([hostile.class, hostile.kind, hostile.labels, hostile.frozenBy], ['contract', null, [], null])
      assert.equal(hostile.token !== null, token)
      assert.deepEqual(honest.token, { standard: 'erc20', symbol: 'GOOD', name: null, decimals: 18 })
    })
})

test('what travels with kilobytes too many is asked for again in smaller batches', async () => {
  const chain = await startTestChain()
  const limits = { headReuseMs: 0, maxAnswerBytes: 100_000 }
  const source = createChainSource({ chain: 'ethereum', urls: [chain.url], limits })
  const signal = AbortSignal.timeout(60_000)
  try {
    await chain.place({ [HOSTILE]: { code: baited('20000 0 RETURN') }, [HONEST]: { code: TOKEN } })
    const block = await source.head(signal)
    const of = (address: Address) => accountFact({ chain: source, intel: knows() }, { block, address }, signal)
    const [hostile, honest] = await Promise.all([of(HOSTILE), of(HONEST)])
    assert.equal(hostile.class, 'contract')
    assert.equal(honest.token?.symbol, 'GOOD')
    assert.equal(typeof (await source.readiness(signal)), 'object', 'the endpoint is not blamed')
  } finally {
    await source.close()
    await chain.close()
  }
})
