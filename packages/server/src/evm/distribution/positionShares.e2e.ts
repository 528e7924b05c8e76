import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { encodeFunctionData, parseAbi } from 'viem/utils'
import { nodeRpc } from '../../sandbox/nodeRpc.ts'
import type { Sandbox } from '../../sandbox/startSandbox.ts'
import { reusedSandbox } from '../../sandbox/testing/reusedSandbox.ts'
import type { SandboxWorld } from '../../sandbox/world.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import { createChainSource } from '../rpc/createChainSource.ts'
import { type TradePool, tradePools } from '../trade/venue.ts'
import { positionShares } from './distribution.ts'

const MANAGER = parseAbi(['function transferFrom(address from, address to, uint256 id)'])
const http = createOperatorFetch()
let sandbox: Sandbox
let source: ChainSource
let world: SandboxWorld
let dai: Address

before(async () => {
  sandbox = await reusedSandbox({ chains: ['ethereum'] })
  source = createChainSource({ chain: 'ethereum', urls: [sandbox.rpcUrls.ethereum], limits: { headReuseMs: 0 } })
  world = sandbox.world.ethereum
  dai = lower(world.tokens.dai)
})
after(async () => {
  await source?.close()
  await sandbox?.close()
  await http.close()
})

const timeoutSignal = () => AbortSignal.timeout(20_000)
const lower = (address: Address) => address.toLowerCase() as Address
const rpc = (method: string, params: unknown[]) => nodeRpc(sandbox.rpcUrls.ethereum, http)(method, params)

async function ask(change: (pool: TradePool) => TradePool = (pool) => pool) {
  const block = await source.head(timeoutSignal())
  const pools = await tradePools(source, { block, token: dai }, timeoutSignal())
  const pool = pools.find(({ address }) => address === lower(world.dex.pools.dai))
  assert.ok(pool !== undefined)
  return positionShares(source, { block, since: null, token: dai, pool: change(pool) }, timeoutSignal())
}
const send = async (from: Address, data: Hex) => {
  await rpc('anvil_impersonateAccount', [from])
  const call = { from, to: world.dex.positionManager, data, gas: '0x7a120' }
  const hash = await rpc('eth_sendTransaction', [call])
  await rpc('evm_mine', [])
  assert.equal(((await rpc('eth_getTransactionReceipt', [hash])) as { status: string }).status, '0x1')
}

describe('liquidity of a V3 pool', () => {
  it('belongs to the holder of the position’s NFT, and the other pools of the manager are not in it', async () => {
    assert.deepEqual(await ask(), [{ address: lower(world.actors.marketMaker), share: 100 }])
  })

  it('follows the NFT', async () => {
    const { marketMaker, friend } = world.actors
    // Positions are numbered from 1 as they are opened: native/USDC, native/DAI, USDC/USDT.
    const id = 2n
    const move = encodeFunctionData({ abi: MANAGER, functionName: 'transferFrom', args: [marketMaker, friend, id] })
    await send(marketMaker, move)
    assert.deepEqual(await ask(), [{ address: lower(friend), share: 100 }])
  })

  it('of a pool with another fee is not told by this one', async () => {
    assert.equal(await ask((pool) => ({ ...pool, fee: 3_000 })), null)
  })

  it('without a trace in the logs has unknown owners, and is not unowned', async () => {
    const unseen = lower(world.dex.pairs.honest)
    assert.equal(await ask((pool) => ({ ...pool, address: unseen })), null)
  })
})
