import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { sampleFacts } from '@redoubt/risk/testing/sampleFacts.ts'
import { APPROVAL_EVENTS } from '../decode/grants.ts'
import type { ChainLog, ChainSource } from '../rpc/chainSource.ts'
import { word } from '../trade/trader.ts'
import { topicOf } from './approvalClaims.ts'
import { contractAllowances } from './contractAllowances.ts'

const account = (digit: string): Address => `0x${digit.repeat(40)}`
const [OWNER, TOKEN, SPENDER, NAMED] = [account('a'), account('b'), account('c'), account('d')]
const block = sampleFacts().block as PinnedBlock
const approval = (at: number): ChainLog => ({
  address: TOKEN,
  topics: [APPROVAL_EVENTS.Approval, topicOf(OWNER), topicOf(SPENDER)],
  data: `0x${word(5n)}`,
  blockNumber: BigInt(at),
  transactionHash: `0x${word(1n)}`,
  logIndex: at,
})
const fails = () => {
  throw new Error('no endpoint answers')
}

/** A node that gives these logs in one page, then `end`s; it answers every question with an allowance of five. */
function node(logs: ChainLog[], end: () => void, ask: () => Hex = () => `0x${word(5n)}`) {
  const chain: Pick<ChainSource, 'logPages' | 'ask'> = {
    async *logPages() {
      if (logs.length > 0) yield { fromBlock: 10n, toBlock: block.number, logs }
      end()
    },
    ask: async () => ask(),
  }
  return chain
}

describe('allowances of a contract', () => {
  const nothing = () => undefined
  const many = Array.from({ length: 401 }, (_, at) => approval(10 + at))
  const cases: [name: string, chain: ReturnType<typeof node>, live: number, complete: boolean][] = [
    ['all logs were read', node([approval(20)], nothing), 2, true],
    ['no log names one', node([], nothing), 1, true],
    ['no log could be read: those of named accounts are no full list', node([], fails), 1, false],
    ['older logs could not be read', node([approval(20)], fails), 2, false],
    ['the newest of very many are enough', node(many, fails), 2, true],
    ['the token gave no answer', node([approval(20)], nothing, fails), 0, false],
  ]
  for (const [name, chain, live, complete] of cases)
    test(name, async () => {
      const asked = { block, owner: OWNER, assets: [{ token: TOKEN, isItems: false }], candidates: [NAMED], setups: [] }
      const found = await contractAllowances(chain, asked, new AbortController().signal)
      assert.deepEqual([found.live.length, found.complete], [live, complete])
    })
})
