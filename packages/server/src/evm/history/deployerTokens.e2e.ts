import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { encodeFunctionData, getAddress, numberToHex, parseAbi, parseEther } from 'viem/utils'
import { corpusCode } from '../../sandbox/corpus/corpusCode.ts'
import { addLiquidityNative, approve, UNLIMITED } from '../../sandbox/history/calls.ts'
import { type NodeRpc, nodeRpc } from '../../sandbox/nodeRpc.ts'
import { v2PairAddress } from '../../sandbox/poolAddresses.ts'
import { type Sandbox, startSandbox } from '../../sandbox/startSandbox.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import { createChainSource } from '../rpc/createChainSource.ts'
import { deployerTokens } from './deployerTokens.ts'

const http = createOperatorFetch()
const DEPLOYER = getAddress(`0x${'de9'.padEnd(40, '7')}`)
const GAS = numberToHex(6_000_000n)
const ABI = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function transfer(address,uint256)',
  'function burn(address)',
])
let sandbox: Sandbox
let source: ChainSource
let rpc: NodeRpc

before(async () => {
  sandbox = await startSandbox({ cacheDir: '.cache', chains: ['ethereum'] })
  rpc = nodeRpc(sandbox.rpcUrls.ethereum, http)
  source = createChainSource({ chain: 'ethereum', urls: [sandbox.rpcUrls.ethereum], limits: { headReuseMs: 0 } })
  await rpc('anvil_setBalance', [DEPLOYER, numberToHex(parseEther('1000'))])
})
after(async () => {
  await source?.close()
  await sandbox?.close()
  await http.close()
})

const lower = (address: Address) => address.toLowerCase() as Address

async function send(to: Address | null, data: Hex, value = 0n): Promise<Address | null> {
  const transaction = { from: DEPLOYER, ...(to && { to }), data, value: numberToHex(value), gas: GAS }
  const hash = await rpc('eth_sendTransaction', [transaction])
  await rpc('evm_mine', [])
  const receipt = (await rpc('eth_getTransactionReceipt', [hash])) as { status: Hex; contractAddress: Address | null }
  assert.equal(receipt.status, '0x1')
  return receipt.contractAddress
}

async function token(): Promise<Address> {
  const made = await send(null, corpusCode('plain', 'Shingle', []))
  assert.ok(made)
  return getAddress(made)
}

async function withPool(of: Address): Promise<Address> {
  const { dex, tokens } = sandbox.world.ethereum
  await send(of, approve(dex.v2Router, UNLIMITED))
  await send(dex.v2Router, addLiquidityNative(of, 10n ** 21n, DEPLOYER), parseEther('5'))
  return v2PairAddress(dex.v2Factory, tokens.wrapped, of)
}

async function removeAll(pool: Address): Promise<void> {
  const data = encodeFunctionData({ abi: ABI, functionName: 'balanceOf', args: [DEPLOYER] })
  const held = BigInt((await rpc('eth_call', [{ to: pool, data }, 'latest'])) as Hex)
  await send(pool, encodeFunctionData({ abi: ABI, functionName: 'transfer', args: [pool, held] }))
  await send(pool, encodeFunctionData({ abi: ABI, functionName: 'burn', args: [DEPLOYER] }))
}

describe('tokens of a deployer', () => {
  it('finds its other tokens by nonce, and whether their liquidity is there', async () => {
    const [emptied, trading, unsold, last] = [await token(), await token(), await token(), await token()]
    await removeAll(await withPool(emptied))
    const pool = await withPool(trading)
    const signal = AbortSignal.timeout(20_000)
    const block = await source.head(signal)
    const found = await deployerTokens(source, { block, deployer: lower(DEPLOYER), except: lower(last) }, signal)
    assert.ok(found)
    assert.equal(found.examined, found.transactions)
    const liquidity = new Map(found.tokens.map((one) => [one.address, one.liquidity]))
    assert.equal(liquidity.get(lower(emptied)), 'removed')
    assert.equal(liquidity.get(lower(trading)), 'there')
    assert.equal(liquidity.get(lower(unsold)), 'none')
    assert.equal(liquidity.has(lower(last)), false)
    assert.equal(found.tokens.find(({ address }) => address === lower(trading))?.pool, lower(pool))
  })
  it('says nothing of an account with code', async () => {
    const signal = AbortSignal.timeout(20_000)
    const block = await source.head(signal)
    const { v2Router } = sandbox.world.ethereum.dex
    const asked = { block, deployer: lower(v2Router), except: lower(v2Router) }
    assert.equal(await deployerTokens(source, asked, signal), null)
  })
})
