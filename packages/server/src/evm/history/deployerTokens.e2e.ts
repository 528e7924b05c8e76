import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address } from '@redoubt/risk/address.ts'
import { getAddress } from 'viem/utils'
import { nodeRpc } from '../../sandbox/nodeRpc.ts'
import type { Sandbox } from '../../sandbox/startSandbox.ts'
import { reusedSandbox } from '../../sandbox/testing/reusedSandbox.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import { createChainSource } from '../rpc/createChainSource.ts'
import { deployerTokens } from './deployerTokens.ts'
import { stageDeployer } from './testing/stageDeployer.ts'

const http = createOperatorFetch()
const DEPLOYER = getAddress(`0x${'de9'.padEnd(40, '7')}`)
let sandbox: Sandbox
let source: ChainSource
let deployer: Awaited<ReturnType<typeof stageDeployer>>

before(async () => {
  sandbox = await reusedSandbox({ chains: ['ethereum'] })
  source = createChainSource({ chain: 'ethereum', urls: [sandbox.rpcUrls.ethereum], limits: { headReuseMs: 0 } })
  deployer = await stageDeployer(nodeRpc(sandbox.rpcUrls.ethereum, http), sandbox.world.ethereum, DEPLOYER)
})
after(async () => {
  await source?.close()
  await sandbox?.close()
  await http.close()
})

const lower = (address: Address) => address.toLowerCase() as Address

describe('tokens of a deployer', () => {
  it('finds its other tokens by nonce, and whether their liquidity is there', async () => {
    const { token, withPool, withPositionInV3, removeAll } = deployer
    const [emptied, moved, trading, unsold, last] = [
      await token(),
      await token(),
      await token(),
      await token(),
      await token(),
    ]
    await removeAll(await withPool(emptied))
    await removeAll(await withPool(moved))
    await withPositionInV3(moved)
    const pool = await withPool(trading)
    const signal = AbortSignal.timeout(20_000)
    const block = await source.head(signal)
    const found = await deployerTokens(source, { block, deployer: lower(DEPLOYER), except: lower(last) }, signal)
    assert.ok(found)
    assert.equal(found.examined, found.transactions)
    const liquidity = new Map(found.tokens.map((one) => [one.address, one.liquidity]))
    assert.equal(liquidity.get(lower(emptied)), 'removed')
    assert.equal(liquidity.get(lower(moved)), 'there')
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
