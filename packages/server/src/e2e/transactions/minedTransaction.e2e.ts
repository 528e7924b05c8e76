import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import { SANDBOX_CHAINS, type SandboxChain } from '../../sandbox/canonical.ts'
import { transfer } from '../../sandbox/history/calls.ts'
import { type NodeRpc, nodeRpc } from '../../sandbox/nodeRpc.ts'
import { units } from '../../sandbox/profiles.ts'
import { type SandboxWorld, sandboxWorld } from '../../sandbox/world.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'
import { swapBody } from '../../testing/swapBody.ts'
import type { SentTransactionResult } from '../../usecases/scans/transaction/scanSentTransaction.ts'

type Sent = { hash: string; from: string; to: string | null; value: string; input: string; blockNumber: string }
type Receipt = { status: string; gasUsed: string; logs: { address: string; topics: string[]; data: string }[] }

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const http = createOperatorFetch()
const nodes = new Map<SandboxChain, NodeRpc>()
const history = new Map<SandboxChain, Sent[]>()
let service: ScanService

before(async () => {
  service = await startScanService('test')
  const { rpcUrls } = await service.app.sandbox()
  for (const chain of SANDBOX_CHAINS) {
    const rpc = nodeRpc(rpcUrls[chain], http)
    nodes.set(chain, rpc)
    const head = Number(await rpc('eth_blockNumber', []))
    const all: Sent[] = []
    for (let number = 1; number <= head; number++) {
      const block = (await rpc('eth_getBlockByNumber', [`0x${number.toString(16)}`, true])) as { transactions: Sent[] }
      all.push(...block.transactions)
    }
    history.set(chain, all)
  }
})
after(async () => {
  await http.close()
  await service.close()
})

async function get(path: string) {
  const { status, json: answer } = await service.ask(`/v1/scan/transaction/${path}`)
  return { status, answer }
}
async function scan(hash: string, query = ''): Promise<SentTransactionResult> {
  const { status, answer } = await get(`${hash}?deadlineMs=20000${query}`)
  assert.equal(status, 200, JSON.stringify(answer))
  return answer.data
}
const node = (chain: SandboxChain): NodeRpc => nodes.get(chain) ?? assert.fail(chain)
const receiptOf = async (chain: SandboxChain, hash: string) =>
  (await node(chain)('eth_getTransactionReceipt', [hash])) as Receipt
function sentBy(chain: SandboxChain, what: (sent: Sent) => boolean): Sent {
  return history.get(chain)?.find(what) ?? assert.fail(`no such transaction on ${chain}`)
}
const same = (a: string | null | undefined, b: string) => a?.toLowerCase() === b.toLowerCase()
const seen = (result: SentTransactionResult) =>
  `${result.recommendation} ${result.riskScore}: ${result.warnings.map(({ id }) => id).join(', ')}; unknown: ${result.unknown.join(', ')}`

/** What the receipt's logs say an account gained of a token, in base units. */
function loggedChange({ logs }: Receipt, token: string, account: string): bigint {
  const padded = `0x${account.slice(2).toLowerCase().padStart(64, '0')}`
  return logs
    .filter(({ address, topics }) => same(address, token) && topics[0] === TRANSFER && topics.length === 3)
    .reduce((sum, { topics, data }) => {
      return sum + (topics[2] === padded ? BigInt(data) : 0n) - (topics[1] === padded ? BigInt(data) : 0n)
    }, 0n)
}
function shown(result: SentTransactionResult, token: string, account: string, decimals: number): bigint {
  const row = result.simulation?.balanceChanges.find((one) => same(one.address, token) && same(one.account, account))
  const [whole = '0', part = ''] = (row?.change ?? '0').split('.')
  return BigInt(`${whole}${part.padEnd(decimals, '0')}`)
}

for (const chain of SANDBOX_CHAINS) {
  const world: SandboxWorld = sandboxWorld(chain)
  const { tokens, decimals, actors, traps, dex } = world

  describe(`a mined transaction of ${chain}`, () => {
    test('that was honest is shown as it happened', async () => {
      const sent = sentBy(
        chain,
        ({ to, from, input }) => same(to, tokens.usdc) && same(from, actors.trader) && input.startsWith('0xa9059cbb'),
      )
      const [result, receipt] = [await scan(sent.hash), await receiptOf(chain, sent.hash)]
      assert.equal(result.transaction.chain, chain)
      assert.equal(result.transaction.status, 'mined')
      assert.equal(result.transaction.source, 'trace')
      assert.equal(result.transaction.success, receipt.status === '0x1')
      assert.equal(result.transaction.gasUsed, String(BigInt(receipt.gasUsed)))
      assert.equal(result.transaction.blockNumber, String(BigInt(sent.blockNumber)))
      assert.equal(result.blockNumber, String(BigInt(sent.blockNumber) - 1n))
      const change = loggedChange(receipt, tokens.usdc, actors.trader)
      assert.ok(change < 0n)
      assert.equal(shown(result, tokens.usdc, actors.trader, decimals.usdc), change)
      assert.deepEqual(result.unknown, [], seen(result))
      assert.ok(['PROCEED', 'REVIEW'].includes(result.recommendation), seen(result))
    })

    test('that robbed an account is the robbery', async () => {
      const sent = sentBy(chain, ({ to, from }) => same(to, traps.drainer) && same(from, actors.victimTwo))
      const [result, receipt] = [await scan(sent.hash, `&chain=${chain}`), await receiptOf(chain, sent.hash)]
      assert.equal(result.transaction.success, receipt.status === '0x1')
      assert.equal(result.simulation?.gasUsed, String(BigInt(receipt.gasUsed)))
      assert.equal(result.recommendation, 'BLOCK', seen(result))
    })

    test('that took from another account is a theft, and one by a key at least a question', async () => {
      const sweep = sentBy(chain, ({ to, from, input }) => {
        return (
          same(to, traps.drainer) &&
          same(from, actors.drainerOperator) &&
          input.includes(actors.victimOne.slice(2).toLowerCase())
        )
      })
      const swept = await scan(sweep.hash, `&chain=${chain}`)
      assert.equal(swept.recommendation, 'BLOCK', seen(swept))
      const found = swept.warnings.find(({ id }) => id === 'token-theft-by-drainer')
      assert.equal(String(found?.evidence.owners).toLowerCase(), actors.victimOne.toLowerCase(), seen(swept))
      const collected = await scan(
        sentBy(chain, ({ from, input }) => same(from, actors.spender) && input.startsWith('0x23b872dd')).hash,
        `&chain=${chain}`,
      )
      assert.ok(
        collected.warnings.some(({ id }) => id === 'tokens-taken-through-approvals'),
        seen(collected),
      )
      assert.notEqual(collected.recommendation, 'PROCEED')
    })

    test('with a sanctioned party is judged by what is known of it today', async () => {
      const { sanctioned } = actors
      const paid = await scan(sentBy(chain, ({ to }) => same(to, sanctioned)).hash, `&chain=${chain}`)
      assert.equal(paid.recommendation, 'BLOCK', seen(paid))
      const spent = await scan(sentBy(chain, ({ from }) => same(from, sanctioned)).hash, `&chain=${chain}`)
      assert.ok(
        spent.warnings.some(({ id }) => id === 'flagged-sender'),
        seen(spent),
      )
      assert.equal(spent.recommendation, 'BLOCK')
    })

    test('every trade on the router comes to what its receipt says', async () => {
      const trades =
        history.get(chain)?.filter(({ to, from }) => same(to, dex.v2Router) && same(from, actors.trader)) ?? []
      assert.ok(trades.length > 0)
      for (const { hash } of trades.slice(0, 5)) {
        const [result, receipt] = [await scan(hash), await receiptOf(chain, hash)]
        assert.equal(result.transaction.success, receipt.status === '0x1')
        for (const [name, token] of [
          ['usdc', tokens.usdc],
          ['dai', tokens.dai],
        ] as const) {
          const logged = loggedChange(receipt, token, actors.trader)
          assert.equal(shown(result, token, actors.trader, decimals[name]), logged, `${hash} ${name} ${seen(result)}`)
        }
      }
    })

    test('that comes second in its block is seen after the first', async () => {
      const rpc = node(chain)
      const amount = units(3, decimals.usdc)
      const send = (to: string) =>
        rpc('eth_sendTransaction', [
          { from: actors.trader, to: tokens.usdc, data: transfer(to as typeof tokens.usdc, amount), gas: '0x30000' },
        ])
      const first = (await send(actors.friend)) as string
      const second = (await send(actors.deposit)) as string
      const pending = await scan(second)
      assert.equal(pending.transaction.status, 'pending')
      assert.deepEqual(
        [pending.transaction.blockNumber, pending.transaction.success, pending.transaction.source],
        [null, null, null],
      )
      await rpc('evm_mine', [])
      const results = [await scan(first), await scan(second)]
      assert.deepEqual(
        results.map(({ transaction }) => transaction.transactionIndex),
        [0, 1],
      )
      const [before, after] = results.map(({ simulation }) =>
        simulation?.balanceChanges.find((row) => same(row.account, actors.trader) && same(row.address, tokens.usdc)),
      )
      assert.equal(after?.before, before?.after)
      assert.deepEqual(results[1]?.unknown, [], seen(results[1] ?? assert.fail()))
    })

    test('that failed changed nothing', async () => {
      const rpc = node(chain)
      const data = transfer(actors.friend, 10n ** 30n)
      const hash = (await rpc('eth_sendTransaction', [
        { from: actors.trader, to: tokens.usdc, data, gas: '0x30000' },
      ])) as string
      await rpc('evm_mine', [])
      const result = await scan(hash)
      assert.equal(result.transaction.success, false)
      assert.equal(result.simulation?.success, false)
      assert.deepEqual(result.simulation?.balanceChanges, [])
    })

    test('is not found on another network', async () => {
      const [sent] = history.get(chain)?.filter(({ from }) => same(from, actors.trader)) ?? []
      const other = SANDBOX_CHAINS.find((one) => one !== chain)
      const { status, answer } = await get(`${sent?.hash}?chain=${other}`)
      assert.equal(status, 404)
      assert.equal(answer.error.code, 'NOT_FOUND')
    })
  })
}

describe('what is refused', () => {
  test('a hash that no network knows is not found', async () => {
    const { status, answer } = await get(`0x${'ab'.repeat(32)}`)
    assert.equal(status, 404)
    assert.match(answer.error.message, /on ethereum, bsc, polygon/)
  })

  test('a malformed hash, network or option is named', async () => {
    for (const [path, message] of [
      ['0x1234', /^path\.hash: expected 0x followed by 64 hex digits/],
      [`0x${'ab'.repeat(33)}`, /^path\.hash/],
      [`0x${'ab'.repeat(32)}?chain=solana`, /^query\.chain: expected one of/],
      [`0x${'ab'.repeat(32)}?deadlineMs=1`, /^query\.deadlineMs/],
      [`0x${'ab'.repeat(32)}?simulate=maybe`, /^query\.simulate/],
    ] as const) {
      const { status, answer } = await get(path)
      assert.equal(status, 400, path)
      assert.equal(answer.error.code, 'VALIDATION_ERROR')
      assert.match(answer.error.message, message)
    }
  })

  test('the scan is kept under its hash', async () => {
    const sent = sentBy('bsc', ({ to }) => same(to, swapBody(sandboxWorld('bsc')).to))
    const { answer } = await get(`${sent.hash}?explain=false`)
    assert.equal(answer.data.explanation, null)
    const { json } = await service.ask(`/v1/scans/${answer.meta.requestId}`)
    const kept = json.data
    assert.equal(kept.subject, sent.hash)
    assert.equal(kept.chain, 'bsc')
  })
})
