import assert from 'node:assert/strict'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { encodeFunctionData, getAddress, numberToHex, parseAbi, parseEther } from 'viem/utils'
import type { CorpusCase } from '../../../sandbox/corpus/corpusCase.ts'
import { corpusCode } from '../../../sandbox/corpus/corpusCode.ts'
import { addsLiquidity } from '../../../sandbox/corpus/corpusMarket.ts'
import { addLiquidityNative, approve, UNLIMITED } from '../../../sandbox/history/calls.ts'
import type { NodeRpc } from '../../../sandbox/nodeRpc.ts'
import { v2PairAddress } from '../../../sandbox/poolAddresses.ts'
import type { SandboxWorld } from '../../../sandbox/world.ts'

const GAS = numberToHex(6_000_000n)
const ABI = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function transfer(address,uint256)',
  'function burn(address)',
])

/** An account on a sandbox chain that deploys tokens, gives them pools, and removes liquidity: each act a mined transaction. */
export async function stageDeployer(rpc: NodeRpc, world: SandboxWorld, deployer: Address) {
  const { dex, tokens } = world
  await rpc('anvil_setBalance', [deployer, numberToHex(parseEther('1000'))])

  async function send(to: Address | null, data: Hex, value = 0n): Promise<Address | null> {
    const transaction = { from: deployer, ...(to && { to }), data, value: numberToHex(value), gas: GAS }
    const hash = await rpc('eth_sendTransaction', [transaction])
    await rpc('evm_mine', [])
    const receipt = (await rpc('eth_getTransactionReceipt', [hash])) as { status: Hex; contractAddress: Address | null }
    assert.equal(receipt.status, '0x1')
    return receipt.contractAddress
  }

  return {
    async token(): Promise<Address> {
      const made = await send(null, corpusCode('plain', 'Shingle', []))
      assert.ok(made)
      return getAddress(made)
    },
    async withPool(of: Address): Promise<Address> {
      await send(of, approve(dex.v2Router, UNLIMITED))
      await send(dex.v2Router, addLiquidityNative(of, 10n ** 21n, deployer), parseEther('5'))
      return v2PairAddress(dex.v2Factory, tokens.wrapped, of)
    },
    async withPositionInV3(of: Address): Promise<void> {
      for (const { to, data, value } of addsLiquidity({ market: 'v3' } as CorpusCase, world, deployer, of))
        await send(to, data, value)
    },
    async removeAll(pool: Address): Promise<void> {
      const data = encodeFunctionData({ abi: ABI, functionName: 'balanceOf', args: [deployer] })
      const held = BigInt((await rpc('eth_call', [{ to: pool, data }, 'latest'])) as Hex)
      await send(pool, encodeFunctionData({ abi: ABI, functionName: 'transfer', args: [pool, held] }))
      await send(pool, encodeFunctionData({ abi: ABI, functionName: 'burn', args: [deployer] }))
    },
  }
}
