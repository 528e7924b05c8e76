import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { encodeFunctionData, parseAbi, toFunctionSelector } from 'viem/utils'
import { assemble, deployer } from '../../evm/simulation/testing/assembler.ts'
import { type OpenSandbox, openSandbox } from '../../intel/onchain/testing/openSandbox.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'

/** Place of the caller in a mapping at slot 0. */
const CREW = 'CALLER 0 MSTORE 0 32 MSTORE 64 0 KECCAK256'
const PULL = toFunctionSelector('pull(address,address,uint256)')
/** An argument that is an address, as compilers read it. */
const account = (at: number) => `${at} CALLDATALOAD 0x${'f'.repeat(40)} AND`
/** `pull` moves approved tokens of `from` to its caller. No storage word and no log names those who may. */
const crewOnly = (from: string): Hex =>
  assemble(`0 CALLDATALOAD 224 SHR ${PULL} EQ @pull JUMPI 0 0 REVERT
    :pull CALLVALUE @refuse JUMPI ${account(4)} POP ${account(36)} POP 68 CALLDATALOAD POP
    ${CREW} SLOAD @member JUMPI :refuse 0 0 REVERT
    :member 0x23b872dd${'0'.repeat(56)} 0 MSTORE ${from} 4 MSTORE CALLER 36 MSTORE 68 CALLDATALOAD 68 MSTORE
      0 0 100 0 0 ${account(4)} GAS CALL @done JUMPI 0 0 REVERT :done STOP`)

// A small approval to an unknown contract: the scan simulates what the contract does with the tokens of accounts that
// approve it.
describe('POST /v1/scan/transaction that approves an unknown contract', () => {
  const [drainer, honest]: [Address, Address] = [`0x${'d0'.repeat(19)}01`, `0x${'d0'.repeat(19)}02`]
  let sandbox: OpenSandbox
  let service: ScanService

  before(async () => {
    sandbox = await openSandbox('ethereum')
    const { traps, honest: people } = sandbox.world
    // The same code at addresses that no list has.
    for (const [from, to] of [
      [traps.drainer, drainer],
      [people.vault, honest],
    ] as const)
      await sandbox.rpc('anvil_setCode', [to, await sandbox.rpc('eth_getCode', [from, 'latest'])])
    await sandbox.rpc('anvil_mine', ['0x2', '0xe10'])
    service = await startScanService('live', { ETHEREUM_RPC_URLS: sandbox.url, SOURCIFY_URL: 'off' })
  })
  after(async () => {
    await service?.close()
    await sandbox?.[Symbol.asyncDispose]()
  })

  const approve = async (spender: Address, options: object = {}) => {
    const { actors, tokens } = sandbox.world
    const data: Hex = encodeFunctionData({
      abi: parseAbi(['function approve(address,uint256)']),
      args: [spender, 1_000_000n],
    })
    const { json } = await service.ask('/v1/scan/transaction', {
      from: actors.trader,
      to: tokens.usdc,
      value: '0',
      data,
      options: { deadlineMs: 20_000, ...options },
    })
    const { data: answer } = json as {
      data: { recommendation: string; warnings: { id: string; severity: string; description: string }[] }
    }
    return { ...answer, ids: answer.warnings.map(({ id }) => id) }
  }

  test('a drainer is to be blocked, however little is approved: its owner was seen to take it', async () => {
    const { recommendation, warnings, ids } = await approve(drainer)
    const found = warnings.find(({ id }) => id === 'approval-to-drainer')
    assert.equal(found?.severity, 'critical', ids.join())
    assert.match(found?.description ?? '', /drain every wallet that approved this spender/)
    assert.equal(recommendation, 'BLOCK')
  })

  test('a vault that takes from its callers only is not accused', async () => {
    const { recommendation, ids } = await approve(honest)
    assert.ok(!ids.includes('approval-to-drainer'), ids.join())
    assert.notEqual(recommendation, 'BLOCK')
  })

  test('a drainer whose only caller is its creator, that no storage word names, is tried as its creator', async () => {
    const deploy = async (runtime: Hex): Promise<Address> => {
      const sent = { from: sandbox.world.actors.spender, data: deployer(runtime, `1 ${CREW} SSTORE`), gas: '0x1e8480' }
      const hash = await sandbox.rpc('eth_sendTransaction', [sent])
      await sandbox.rpc('anvil_mine', ['0x2', '0xe10'])
      const receipt = (await sandbox.rpc('eth_getTransactionReceipt', [hash])) as { contractAddress: Address }
      return receipt.contractAddress
    }
    const [theirs, twin] = [await deploy(crewOnly(account(36))), await deploy(crewOnly('CALLER'))]
    // The head is read at most once a second.
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    const { ids, recommendation } = await approve(theirs)
    assert.ok(ids.includes('approval-to-drainer'), ids.join())
    assert.equal(recommendation, 'BLOCK')
    const honestly = await approve(twin)
    assert.ok(!honestly.ids.includes('approval-to-drainer'), honestly.ids.join())
  })

  test('where the caller wants nothing executed, nothing is tried', async () => {
    const { ids } = await approve(drainer, { simulate: false })
    assert.ok(!ids.includes('approval-to-drainer'), ids.join())
  })
})
