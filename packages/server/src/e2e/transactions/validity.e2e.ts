import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import { encodeDeployData, encodeFunctionData } from 'viem/utils'
import { startTestChain, type TestChain } from '../../evm/simulation/testing/testChain.ts'
import { type ArtifactName, readArtifact } from '../../sandbox/artifacts/readArtifact.ts'
import { approve, swapTokensForNative } from '../../sandbox/history/calls.ts'
import { allScenarios } from '../../sandbox/scenarios.ts'
import { type SandboxWorld, sandboxWorld } from '../../sandbox/world.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'

// Time of check, time of use: a transaction is harmless when it is scanned, and another account makes it harmful before
// inclusion.

const ETHER = 10n ** 18n
const OWNER: Address = `0x${'0a'.repeat(20)}`
const VICTIM: Address = `0x${'0b'.repeat(20)}`
const DETECTOR = 'front-runnable-outcome'

describe('simulation.validity on a live network', () => {
  let chain: TestChain
  let service: ScanService
  let token: Address

  before(async () => {
    chain = await startTestChain()
    await chain.place({ [OWNER]: { balance: 100n * ETHER }, [VICTIM]: { balance: 100n * ETHER } })
    token = await deploy('PlainToken', ['Plain', 'PLN', 18, 1_000n * ETHER, VICTIM])
    const unusedAccount = 'http://127.0.0.1:9'
    service = await startScanService('live', {
      ETHEREUM_RPC_URLS: chain.url,
      BSC_RPC_URLS: unusedAccount,
      POLYGON_RPC_URLS: unusedAccount,
    })
  })
  after(async () => {
    await service.close()
    await chain.close()
  })

  async function mined(
    from: Address,
    to: Address | null,
    data: string,
  ): Promise<{ contractAddress: Address; blockNumber: string }> {
    const hash = await chain.rpc('eth_sendTransaction', [{ from, ...(to && { to }), data, gas: '0x7a1200' }])
    await chain.rpc('evm_mine')
    const receipt = (await chain.rpc('eth_getTransactionReceipt', [hash])) as Awaited<ReturnType<typeof mined>> & {
      status: string
    }
    assert.equal(receipt.status, '0x1')
    return receipt
  }
  async function deploy(name: ArtifactName, args: readonly unknown[]): Promise<Address> {
    const { abi, bytecode } = readArtifact(name)
    return (await mined(OWNER, null, encodeDeployData({ abi, bytecode, args }))).contractAddress
  }
  const call = (name: ArtifactName, functionName: string, args: readonly unknown[] = []) =>
    encodeFunctionData({ abi: readArtifact(name).abi, functionName, args })
  // The head is read once a second.
  const headIsSeen = () => new Promise((resolve) => setTimeout(resolve, 1_100))
  const scan = async (to: Address, data: string, value = 0n) => {
    await headIsSeen()
    return service.scan({
      chain: 'ethereum',
      from: VICTIM,
      to,
      data,
      value: String(value),
      options: { deadlineMs: 20_000 },
    })
  }

  test('a drainer that is switched on later: the switch was thrown by its owner, and then it drained', async () => {
    const claim = await deploy('SwitchedClaim', [OWNER, token])
    await mined(VICTIM, token, call('PlainToken', 'approve', [claim, 2n ** 256n - 1n]))
    const result = await scan(claim, call('SwitchedClaim', 'claim'))
    assert.deepEqual(
      result.simulation?.balanceChanges.filter(({ assetType }) => assetType === 'erc20'),
      [],
    )
    const [found] = result.warnings.filter(({ id }) => id === DETECTOR)
    assert.equal(found?.severity, 'high', JSON.stringify(result.simulation?.validity))
    assert.ok(['CAUTION', 'BLOCK'].includes(result.recommendation), result.recommendation)
    const [slot] = result.simulation?.validity?.openSlots ?? []
    assert.equal(slot?.flip.effect, 'new-loss')
    assert.equal(slot?.executed?.account, 'eoa')
    assert.equal(slot?.executed?.address.toLowerCase(), OWNER)
    assert.deepEqual(slot?.executed?.args, ['true'])
    assert.equal(slot?.slot, `0x${'0'.repeat(64)}`)
    assert.equal(BigInt(slot?.value ?? 0), BigInt(OWNER))
  })

  test('who wrote the slot, and when, is told as far back as a day', async () => {
    const claim = await deploy('SwitchedClaim', [OWNER, token])
    await mined(VICTIM, token, call('PlainToken', 'approve', [claim, 2n ** 256n - 1n]))
    for (let block = 0; block < 40; block++) await chain.rpc('evm_mine')
    await mined(OWNER, claim, call('SwitchedClaim', 'setOpen', [true]))
    for (let block = 0; block < 20; block++) await chain.rpc('evm_mine')
    const { blockNumber } = await mined(OWNER, claim, call('SwitchedClaim', 'setOpen', [false]))
    for (let block = 0; block < 40; block++) await chain.rpc('evm_mine')
    const result = await scan(claim, call('SwitchedClaim', 'claim'))
    const [slot] = result.simulation?.validity?.openSlots ?? []
    assert.equal(slot?.lastWrite?.blockNumber, String(Number(blockNumber)))
    assert.equal(slot?.lastWrite?.creation, false)
    assert.equal(slot?.lastWrite?.by?.toLowerCase(), OWNER)
    assert.equal(result.simulation?.validity?.blockNumber, result.blockNumber)
  })

  test('a switch behind an unreadable list of accounts: an account on it arms the drainer', async () => {
    const claim = await deploy('ListedClaim', [OWNER, token])
    await mined(VICTIM, token, call('PlainToken', 'approve', [claim, 2n ** 256n - 1n]))
    const result = await scan(claim, call('ListedClaim', 'claim'))
    const [found] = result.warnings.filter(({ id }) => id === DETECTOR)
    assert.equal(found?.severity, 'medium', JSON.stringify(result.simulation?.validity))
    assert.equal(result.simulation?.validity?.openSlots[0]?.executed?.account, 'unknown')
  })

  test('a stored target: the owner points it at an account that keeps the money', async () => {
    const desk = await deploy('StoredDesk', [OWNER, token])
    await mined(VICTIM, token, call('PlainToken', 'transfer', [desk, 500n * ETHER]))
    const result = await scan(desk, call('StoredDesk', 'buy'), ETHER)
    assert.equal(result.simulation?.success, true)
    const [found] = result.warnings.filter(({ id }) => id === DETECTOR)
    assert.equal(found?.severity, 'high', JSON.stringify(result.simulation?.validity))
    assert.equal(result.simulation?.validity?.openSlots[0]?.executed?.account, 'eoa')
  })

  test('a plain token and what it keeps: nothing to tell', async () => {
    const result = await scan(token, call('PlainToken', 'transfer', [OWNER, ETHER]))
    assert.deepEqual(result.simulation?.validity?.openSlots, [])
    assert.deepEqual(result.simulation?.validity?.upgradeable, [])
    assert.ok((result.simulation?.validity?.examined ?? 0) > 0)
  })
})

describe('simulation.validity on the sandbox', () => {
  let service: ScanService
  let world: SandboxWorld

  before(async () => {
    service = await startScanService('test', {}, { sandboxChains: ['ethereum'] })
    world = sandboxWorld('ethereum')
  })
  after(async () => {
    await service.close()
  })

  test('a token whose owner can raise the tax before a sale is included, approved and sold in one bundle', async () => {
    const { actors, tokens, traps, dex } = world
    const amount = 50n * ETHER
    const sale = swapTokensForNative(amount, [traps.ruggable, tokens.wrapped], actors.buyerThree)
    const calls = [
      { to: traps.ruggable, data: approve(dex.v2Router, amount) },
      { to: dex.v2Router, data: sale },
    ]
    const body = { chain: 'ethereum', from: actors.buyerThree, calls, options: { deadlineMs: 20_000 } }
    const result = await service.scan(body)
    assert.equal(result.simulation?.success, true, result.simulation?.revertReason ?? '')
    const [found] = result.warnings.filter(({ id }) => id === DETECTOR)
    assert.ok(found !== undefined, JSON.stringify(result.simulation?.validity))
    assert.ok(['high', 'medium'].includes(found.severity))
  })

  test('a tax with a cap in the code: its owner was tried, and could make nothing worse', async () => {
    const sale = allScenarios(world).find(({ id }) => id === 'taxed-token-sale')
    const result = await service.scan({ ...sale?.body, options: { deadlineMs: 20_000 } })
    const taxes = result.simulation?.validity?.openSlots.filter(({ flip }) => flip.effect !== 'other') ?? []
    assert.ok(taxes.length > 0)
    assert.ok(taxes.every(({ bounded, executed }) => bounded && executed === null))
    assert.deepEqual(
      result.warnings.filter(({ id }) => id === DETECTOR),
      [],
    )
  })

  test('well-known contracts are taken on trust and named', async () => {
    const swap = allScenarios(world).find(({ id }) => id === 'swap')
    const { validity } = (await service.scan({ ...swap?.body, options: { deadlineMs: 20_000 } })).simulation ?? {}
    assert.ok(validity?.onTrust.map((address) => address.toLowerCase()).includes(world.tokens.usdc.toLowerCase()))
    assert.deepEqual([validity?.openSlots, validity?.examined], [[], 0])
  })
})
