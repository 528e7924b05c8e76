import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { assemble } from '../simulation/testing/assembler.ts'
import {
  type ProxyRule,
  startTestChain,
  startTestProxy,
  type TestChain,
  type TestProxy,
} from '../simulation/testing/testChain.ts'
import type { ChainLimits } from './chainLimits.ts'
import type { ChainSource } from './chainSource.ts'
import { createChainSource } from './createChainSource.ts'
import { decodeAnswered, encodeQuestions, type Question } from './questions.ts'

const at = (digits: string): Address => `0x${digits.padStart(40, '0')}`
const HONEST = at('900d')
const FLOOD = at('f100d')
const REVERTING = at('dead')
const BURNER = at('b042')
const WRITER = at('3217e4')
const ZERO_ADDRESS = at('0b0d1')
/** Answers the size of its call data and the gas it has. */
const HONEST_CODE = assemble('CALLDATASIZE 0 MSTORE GAS 32 MSTORE 64 0 RETURN')
const BIG = 0x30000

let chain: TestChain
before(async () => {
  chain = await startTestChain()
  await chain.place({
    [HONEST]: { code: HONEST_CODE },
    [FLOOD]: { code: assemble(`7 0 MSTORE ${BIG} 0 RETURN`) },
    [REVERTING]: { code: assemble(`${BIG} 0 REVERT`) },
    [BURNER]: { code: assemble(':again @again JUMP') },
    [WRITER]: { code: assemble('1 0 SSTORE 32 0 RETURN') },
  })
})
after(() => chain.close())

type Asked = Parameters<ChainSource['ask']>[1]
type Opened = {
  ask(to: Address, rest?: Partial<Asked>): Promise<Hex | null>
  source: ChainSource
  block: PinnedBlock
  proxy: TestProxy
}

async function withSource(
  rule: ProxyRule | null,
  check: (opened: Opened) => Promise<void>,
  limits: Partial<ChainLimits> = {},
): Promise<void> {
  const proxy = await startTestProxy(chain.url)
  proxy.rule = rule
  const source = createChainSource({ chain: 'ethereum', urls: [proxy.url], limits })
  const signal = AbortSignal.timeout(60_000)
  try {
    const block = await source.head(signal)
    proxy.requests.length = 0
    const ask: Opened['ask'] = (to, rest = {}) =>
      source.ask(block, { to, data: '0x06fdde03', gas: 200_000, max: 96, topic: 'words', ...rest }, signal)
    await check({ ask, source, block, proxy })
  } finally {
    await source.close()
    await proxy.close()
  }
}

const word = (answer: Hex | null, index = 0) => Number(`0x${answer?.slice(2 + index * 64, 66 + index * 64)}`)
const callsOf = ({ requests }: TestProxy) => requests.flat() as { params: [{ to?: Address }] }[]

describe('a question to a stranger', () => {
  it('is answered, with all of its gas and call data', () =>
    withSource(null, async ({ ask }) => {
      const answer = await ask(HONEST, { data: `0x${'12'.repeat(100)}` })
      assert.equal(word(answer), 100)
      assert.ok(Math.abs(word(answer, 1) - 200_000) < 100, 'the gas that was promised')
    }))

  it('brings at most as many bytes as are wanted', () =>
    withSource(null, async ({ ask }) => {
      const answer = await ask(FLOOD)
      assert.equal(answer, `0x${'7'.padStart(64, '0')}${'00'.repeat(64)}`)
    }))

  it('has no answer from code that reverts, burns its gas or would write, and an empty one from an account without code', () =>
    withSource(null, async ({ ask }) => {
      const answers = await Promise.all([REVERTING, BURNER, WRITER, ZERO_ADDRESS].map((to) => ask(to)))
      assert.deepEqual(answers, [null, null, null, '0x'])
    }))

  it('shares one call with the others to the same contract, and none disturbs another', () =>
    withSource(null, async ({ ask, proxy }) => {
      const burnt = Array.from({ length: 20 }, (_, index) =>
        ask(BURNER, { data: `0x${index}${index % 10}`.padEnd(10, '0') as Hex }),
      )
      assert.deepEqual(new Set(await Promise.all(burnt)), new Set([null]))
      assert.equal(callsOf(proxy).length, 1)
    }))

  it('is not asked where a node allows too little gas, which is no word of the contract', async () => {
    const questions = [BURNER, HONEST].map((to): Question => ({ to, data: '0x06fdde03', gas: 200_000, max: 96 }))
    const call = { data: encodeQuestions(questions), gas: `0x${(450_000).toString(16)}` }
    const output = (await chain.rpc('eth_call', [call, 'latest'])) as Hex
    assert.deepEqual(decodeAnswered(output, questions), [null, 'unasked'])
  })

  it('is asked once at a block, however often and by however many', () =>
    withSource(null, async ({ ask, proxy }) => {
      const answers = await Promise.all(Array.from({ length: 10 }, () => ask(FLOOD)))
      answers.push(await ask(FLOOD))
      assert.equal(new Set(answers).size, 1)
      assert.deepEqual(await Promise.all([ask(REVERTING), ask(REVERTING)]), [null, null])
      assert.equal(await ask(REVERTING), null)
      assert.equal(callsOf(proxy).length, 2)
    }))

  it('travels apart from reads of state, holdings apart from words', () =>
    withSource(null, async ({ ask, source, block, proxy }) => {
      const signal = AbortSignal.timeout(20_000)
      await Promise.all([
        ask(FLOOD),
        ask(HONEST, { topic: 'holdings' }),
        source.balance(block, HONEST, signal),
        source.code(block, HONEST, signal),
      ])
      assert.equal(proxy.requests.length, 3)
    }))
})

describe('where questions to strangers hang, reads of state and of holdings', () => {
  const aboutWords: ProxyRule = async (body, forward) =>
    JSON.stringify(body).includes(FLOOD.slice(2)) ? 'hang' : { answer: await forward() }

  it('do not wait', () =>
    withSource(
      aboutWords,
      async ({ ask, source, block }) => {
        let isOver = false
        const hung = assert.rejects(ask(FLOOD)).finally(() => {
          isOver = true
        })
        const [balance] = await Promise.all([
          source.balance(block, HONEST, AbortSignal.timeout(20_000)),
          ask(HONEST, { topic: 'holdings' }),
        ])
        assert.equal(balance, 0n)
        assert.equal(isOver, false, 'they came while it hung')
        await hung
        assert.ok(await source.code(block, HONEST, AbortSignal.timeout(20_000)), 'nor is it held against the endpoint')
      },
      { attemptTimeoutMs: 4_000 },
    ))
})

describe('an endpoint that runs no init code', () => {
  type Call = { id: number; method: string; params: [{ to?: Address }] }
  const refusing =
    (refusal: object): ProxyRule =>
    async (body, forward) => {
      const asked = [body].flat() as Call[]
      const answers = [await forward()].flat() as { id: number }[]
      const changed = answers.map((answer) => {
        const call = asked.find(({ id }) => id === answer.id)
        const deployless = call?.method === 'eth_call' && call.params[0].to === undefined
        return deployless ? { jsonrpc: '2.0', id: answer.id, ...refusal } : answer
      })
      return { answer: Array.isArray(body) ? changed : changed[0] }
    }
  const refusals: Record<string, object> = {
    'wants an address': { error: { code: -32_602, message: 'missing field `to`' } },
    'does not support it': { error: { code: -32_601, message: 'contract creation is not supported' } },
    'has an error of its own': { error: { code: -32_000, message: 'to address not specified' } },
    'answers nothing': { result: '0x' },
  }
  for (const [name, refusal] of Object.entries(refusals))
    it(`and ${name} is asked plainly, with little gas`, () =>
      withSource(refusing(refusal), async ({ ask, proxy }) => {
        const [honest, flood, reverting] = await Promise.all([ask(HONEST), ask(FLOOD), ask(REVERTING)])
        assert.equal(word(honest), 4)
        assert.ok(word(honest, 1) < 100_000)
        assert.equal(flood, null, 'with so little gas')
        assert.equal(reverting, null)
        assert.ok(
          callsOf(proxy).every(({ params }) => params[0].to !== undefined),
          'the check had told',
        )
      }))

  it('later than at its check is asked plainly too', () =>
    withSource(null, async ({ ask, proxy }) => {
      proxy.rule = refusing({ error: { code: 3, message: 'out of gas: cap exceeded' } })
      assert.equal(word(await ask(HONEST)), 4)
    }))
})
