import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import { assemble } from '../../evm/simulation/testing/assembler.ts'
import { type OpenSandbox, openSandbox } from '../../intel/onchain/testing/openSandbox.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'

// An account that is about to be handed over (EIP-7702) in a transaction that does something else: the delegate is tried in its place.
describe('POST /v1/scan/transaction with an authorisation', () => {
  const wallet: Address = '0x00000000000000000000000000000000000d0003'
  let sandbox: OpenSandbox
  let service: ScanService

  before(async () => {
    sandbox = await openSandbox('ethereum')
    // Keeps what it is paid; a call with data succeeds for its owner only.
    const owner = sandbox.world.actors.trader
    const code = assemble(`CALLDATASIZE @call JUMPI STOP :call CALLER ${owner} EQ @ok JUMPI 0 0 REVERT :ok STOP`)
    await sandbox.rpc('anvil_setCode', [wallet, code])
    await sandbox.rpc('anvil_mine', ['0x2', '0xe10'])
    service = await startScanService('live', { ETHEREUM_RPC_URLS: sandbox.url, SOURCIFY_URL: 'off' })
  })
  after(async () => {
    await service?.close()
    await sandbox?.[Symbol.asyncDispose]()
  })

  const ownCall = async (data: `0x${string}`, authorizationList: unknown[], simulate = true) => {
    const { trader } = sandbox.world.actors
    const { json } = await service.ask('/v1/scan/transaction', {
      from: trader,
      to: trader,
      value: '0',
      data,
      ...(authorizationList.length > 0 && { authorizationList }),
      options: { deadlineMs: 20_000, simulate },
    })
    const { data: answer } = json as { data: { warnings: { id: string; description: string }[] } }
    return answer.warnings.filter(({ id }) => id === 'function-call-to-eoa').map(({ description }) => description)
  }
  /** Of the delegate that the sandbox has: executeBatch((address,uint256,bytes)[]) of nothing. */
  const BATCH = `0x34fcd5be${'20'.padStart(64, '0')}${'0'.repeat(64)}` as const

  test('to a delegate whose function it calls: the account is not told to have no code, executed or not', async () => {
    const { trader } = sandbox.world.actors
    const nonce = Number(await sandbox.rpc('eth_getTransactionCount', [trader, 'latest'])) + 1
    const taken = [{ chainId: 1, address: sandbox.world.erc4337.simple7702, nonce }]
    assert.deepEqual(await ownCall(BATCH, taken), [])
    assert.deepEqual(await ownCall(BATCH, taken, false), [])
    // Without it, or with one for another network, the account runs nothing.
    for (const none of [[], [{ ...taken[0], chainId: 10 }]])
      assert.match((await ownCall(BATCH, none))[0] ?? '', /has no code/)
  })

  const scan = async (delegate: Address, simulate = true) => {
    const { trader, friend } = sandbox.world.actors
    const nonce = Number(await sandbox.rpc('eth_getTransactionCount', [trader, 'latest'])) + 1
    const { json } = await service.ask('/v1/scan/transaction', {
      from: trader,
      to: friend,
      value: '1',
      authorizationList: [{ chainId: 1, address: delegate, nonce }],
      options: { deadlineMs: 20_000, simulate },
    })
    const { data } = json as {
      data: {
        recommendation: string
        warnings: { id: string; severity: string; description: string; evidence: Record<string, unknown> }[]
      }
    }
    return { ...data, delegation: data.warnings.find(({ id }) => id === 'account-delegation') }
  }

  test('to code that lets strangers empty the account is to be blocked, as it is in a message', async () => {
    const { recommendation, delegation } = await scan(sandbox.world.traps.maliciousDelegate)
    assert.equal(delegation?.severity, 'critical', delegation?.description)
    assert.match(delegation?.description ?? '', /Confirmed in simulation/)
    assert.ok(delegation?.evidence.stranger)
    assert.equal(recommendation, 'BLOCK')
  })

  test('to code that refuses strangers is to be looked at, and no more', async () => {
    const { recommendation, delegation } = await scan(wallet)
    assert.equal(delegation?.severity, 'medium', delegation?.description)
    assert.equal(recommendation, 'REVIEW')
  })

  test('where the caller wants nothing executed it is to be blocked, as it is in a message', async () => {
    const { recommendation, delegation } = await scan(sandbox.world.traps.maliciousDelegate, false)
    assert.equal(delegation?.evidence.stranger, undefined)
    assert.equal(delegation?.severity, 'critical')
    assert.equal(recommendation, 'BLOCK')
  })

  test('to an address without code, where anything may be deployed later, is to be blocked', async () => {
    const { recommendation } = await scan(`0x${'0d'.repeat(20)}`)
    assert.equal(recommendation, 'BLOCK')
  })
})
