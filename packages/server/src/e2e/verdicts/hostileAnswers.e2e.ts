import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { assemble } from '../../evm/simulation/testing/assembler.ts'
import { startTestProxy, type TestProxy } from '../../evm/simulation/testing/testChain.ts'
import { approve, transfer } from '../../sandbox/history/calls.ts'
import { type NodeRpc, nodeRpc } from '../../sandbox/nodeRpc.ts'
import { startSandbox } from '../../sandbox/startSandbox.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'

const MANY = 45
const LOOT = 45_000n * 10n ** 6n
const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const MAX_GROWTH_BYTES = 100 * 1024 ** 2
/** Milliseconds: what a scan has when its request names none. */
const DEFAULT_DEADLINE = 3_000
/** So much longer than one with silent accomplices a scan may take on a machine that is too slow for the default. */
const MAX_TIMES = 4

/** What an accomplice does when it is asked, and what it does besides when the drain calls it. */
const ACCOMPLICES: Record<string, { asked: string; called: string }> = {
  'answers 230 KB to every question': { asked: '0x38000 0 RETURN', called: '' },
  'answers 460 KB to every question that has the gas': { asked: '0x70000 0 RETURN', called: '' },
  'reverts with 230 KB': { asked: '0x38000 0 REVERT', called: '' },
  'burns all gas': { asked: ':again @again JUMP', called: '' },
}
for (const [name, { asked }] of Object.entries(ACCOMPLICES))
  ACCOMPLICES[`${name} and says that the victim pays it`] = {
    asked,
    called: `1 0 MSTORE ADDRESS ORIGIN ${TRANSFER_TOPIC} 32 0 LOG3`,
  }

// A drain calls contracts of the thief's own, each with other code, so that nothing about them is known or shared. What they
// answer when we ask who they are must not keep the drain from being seen.
describe('a drain whose accomplices', { timeout: 240_000 }, () => {
  const http = createOperatorFetch()
  let sandbox: Awaited<ReturnType<typeof startSandbox>>
  let proxy: TestProxy
  let service: ScanService
  let rpc: NodeRpc
  let deadlineMs = DEFAULT_DEADLINE
  before(async () => {
    sandbox = await startSandbox({ cacheDir: '.cache', chains: ['ethereum'] })
    proxy = await startTestProxy(sandbox.rpcUrls.ethereum)
    service = await startScanService('live', { ETHEREUM_RPC_URLS: proxy.url })
    rpc = nodeRpc(sandbox.rpcUrls.ethereum, http)
    // What a process loads for its first scan of unknown code (workers, tables) is no cost of the attack.
    const { actors, traps } = sandbox.world.ethereum
    await service.scan({ chain: 'ethereum', from: actors.careless, to: traps.drainer, data: '0x4e71d92d', value: '0' })
    const { body } = await lay(8, { asked: '0 0 RETURN', called: '' })
    const began = performance.now()
    await service.scan({ ...body, options: { deadlineMs: 20_000 } })
    deadlineMs = Math.min(20_000, Math.max(DEFAULT_DEADLINE, Math.ceil(MAX_TIMES * (performance.now() - began))))
  })
  after(async () => {
    await service.close()
    await proxy.close()
    await sandbox.close()
    await http.close()
  })

  async function send(transaction: { from: Address; to: Address; data: Hex }): Promise<void> {
    const hash = await rpc('eth_sendTransaction', [{ ...transaction, gas: '0x7a1200' }])
    await rpc('evm_mine', [])
    const receipt = (await rpc('eth_getTransactionReceipt', [hash])) as { status: Hex }
    assert.equal(receipt.status, '0x1')
  }

  /** Places the drainer with its accomplices and lets the victim approve it. */
  async function lay(index: number, { asked, called }: { asked: string; called: string }) {
    const { actors, tokens } = sandbox.world.ethereum
    const at = (kind: string, digits: number): Address =>
      `0x${kind}${index}${String(digits).padStart(39 - kind.length, '0')}`
    const accomplices = Array.from({ length: MANY }, (_, one) => at('bad', one))
    for (const [one, address] of accomplices.entries())
      await rpc('anvil_setCode', [address, assemble(`CALLVALUE @called JUMPI ${asked} :called ${called} STOP ${one}`)])
    const drainer = at('d4a1', 0)
    const take = `${0x23b872ddn << 224n} 0 MSTORE CALLER 4 MSTORE ${actors.drainerCashOut} 0x24 MSTORE ${LOOT} 0x44 MSTORE
      0 0 0x64 0 0 ${tokens.usdc} GAS CALL POP`
    const pay = accomplices.map((address) => `0 0 0 0 1 ${address} GAS CALL POP`)
    await rpc('anvil_setCode', [drainer, assemble(`${take} ${pay.join(' ')} STOP`)])
    await rpc('anvil_setBalance', [drainer, '0xde0b6b3a7640000'])
    await send({ from: actors.marketMaker, to: tokens.usdc, data: transfer(actors.fresh, LOOT) })
    await send({ from: actors.fresh, to: tokens.usdc, data: approve(drainer, 2n ** 255n) })
    await rpc('anvil_mine', ['0x2', '0xe10'])
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    return {
      drainer,
      accomplices,
      body: { chain: 'ethereum', from: actors.fresh, to: drainer, data: '0x4e71d92d', value: '0' },
    }
  }

  for (const [index, [name, accomplice]] of Object.entries(ACCOMPLICES).entries())
    test(`${name} is blocked by the default deadline, in bounded memory`, async () => {
      const { body } = await lay(index, accomplice)
      const before = process.memoryUsage().rss
      const result = await service.scan({ ...body, options: { deadlineMs } })
      const grown = process.memoryUsage().rss - before
      const seen = `${result.riskScore} unknown: ${result.unknown} unavailable: ${result.unavailable}`
      assert.equal(result.recommendation, 'BLOCK', seen)
      assert.ok(
        result.warnings.some(({ id }) => id === 'asset-drain-through-approvals'),
        seen,
      )
      assert.equal(result.complete, true, seen)
      assert.ok(grown < MAX_GROWTH_BYTES, `${Math.round(grown / 1024 ** 2)} MB more`)
    })

  test('make the node hang is blocked all the same', async () => {
    const { body, accomplices } = await lay(9, { asked: '0 0 RETURN', called: '' })
    const strangers = new Set(accomplices.map((address) => address.slice(2)))
    proxy.rule = async (requests, forward) => {
      const isAsked = [requests].flat().some((one) => {
        const { method, params } = one as { method: string; params: { to?: Address; data?: Hex }[] }
        if (method !== 'eth_call' || params[0]?.to !== undefined) return false
        return [...strangers].some((address) => params[0]?.data?.includes(address))
      })
      return isAsked ? 'hang' : { answer: await forward() }
    }
    try {
      const result = await service.scan({ ...body, options: { deadlineMs } })
      const seen = `${result.riskScore} unknown: ${result.unknown} unavailable: ${result.unavailable}`
      assert.equal(result.recommendation, 'BLOCK', seen)
      // A deadline longer than the node's timeout leaves time to read the accounts one by one.
      if (deadlineMs === DEFAULT_DEADLINE) assert.equal(result.complete, false, 'and the rest is said to be unknown')
    } finally {
      proxy.rule = null
    }
  })
})
