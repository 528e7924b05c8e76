import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import { encodeFunctionData, getContractAddress, numberToHex, parseAbi, parseEther } from 'viem/utils'
import { initCodeOf } from '../../../../bench/verdicts/contracts.ts'
import { type OpenSandbox, openSandbox } from '../../../intel/onchain/testing/openSandbox.ts'
import { approve } from '../../../sandbox/history/calls.ts'
import { units } from '../../../sandbox/profiles.ts'
import { type ScanService, startScanService } from '../../../testing/scanService.ts'

const MAKER: Address = '0x7e57ed005afe0000000000000000000000000002'
const PULL = ['guarded-approval-pull', 'critical']
/** Contract, constructor, and the finding about calls that any account makes through it. */
const CONTRACTS: [name: string, contract: string, args: readonly unknown[], expected: string[] | null][] = [
  ['tickets that do not name their signer, and a call that the filler writes', 'OpenTickets', [], PULL],
  ['the same tickets, and one function of the filler', 'FixedTickets', [], null],
  ['payments by signature beside calls of any account', 'SignedPays', [MAKER, true], PULL],
  ['payments by signature beside calls of a keeper', 'SignedPays', [MAKER, false], null],
  ['orders of keys and contracts, filled by a batch of calls', 'OpenBatches', [], PULL],
  ['the same orders, filled by one exchange', 'FixedBatches', [], null],
  ['any call, and no tokens of any account', 'BareRunner', [], ['open-any-call-contract', 'medium']],
]

const CALLS = parseAbi([
  'function run(address target, bytes data)',
  'function balanceOf(address)',
  'function transfer(address, uint256)',
])
const SUM = units(300, 6)
const OPEN = CONTRACTS.flatMap(([name, , , expected]) => (expected === null ? [] : [name]))
const contractAt = (at: number): Address => getContractAddress({ from: MAKER, nonce: BigInt(at) })
const NAMES = CONTRACTS.map(([name]) => name)

// A contract that makes any call is a danger for those who approved it: it takes tokens of accounts that sign.
describe('contracts that make any call for any account', { timeout: 300_000 }, () => {
  let sandbox: OpenSandbox
  let service: ScanService

  before(async () => {
    sandbox = await openSandbox('ethereum')
    const { rpc } = sandbox
    await rpc('anvil_setBalance', [MAKER, numberToHex(parseEther('10'))])
    for (const [, contract, args] of CONTRACTS) {
      const sent = { from: MAKER, data: initCodeOf(contract, args), gas: numberToHex(4_000_000) }
      await rpc('eth_sendTransaction', [sent])
      await rpc('evm_mine', [])
    }
    const { actors, tokens } = sandbox.world
    for (const token of [tokens.usdc, tokens.wrapped])
      for (const at of CONTRACTS.keys())
        await sandbox.send({ from: actors.trader, to: token, data: approve(contractAt(at), SUM) })
    await rpc('anvil_mine', ['0x40', '0x2a30'])
    service = await startScanService('live', { ETHEREUM_RPC_URLS: sandbox.url, SOURCIFY_URL: 'off' })
  })
  after(async () => {
    await service?.close()
    await sandbox?.[Symbol.asyncDispose]()
  })

  for (const [at, [name, , , expected]] of CONTRACTS.entries())
    test(`${name}: ${expected?.join(' ') ?? 'nothing'}`, async () => {
      const address = contractAt(at)
      const body = { chain: 'ethereum', address, options: { deadlineMs: 20_000 } }
      const { status, json } = await service.ask('/v1/scan/contract', body)
      assert.equal(status, 200, JSON.stringify(json))
      const { warnings } = json.data as { warnings: { id: string; severity: string }[] }
      const found = warnings.find(
        ({ id, severity }) =>
          id === 'open-any-call-contract' || (id === 'guarded-approval-pull' && severity === 'critical'),
      )
      assert.deepEqual(found === undefined ? null : [found.id, found.severity], expected)
    })

  // What stands from before is a danger whatever the transaction itself gives.
  test('the approvals of a wallet tell which ones any account can use', async () => {
    const { json } = await service.ask(`/v1/wallet/approvals/${sandbox.world.actors.trader}?deadlineMs=25000`)
    const { approvals } = json.data as {
      approvals: { spender: string; riskLevel: string; reasons: { id: string }[] }[]
    }
    const open = NAMES.filter((_, at) =>
      approvals.some(
        ({ spender, riskLevel, reasons }) =>
          spender.toLowerCase() === contractAt(at).toLowerCase() &&
          riskLevel === 'critical' &&
          reasons.some(({ id }) => id === 'open-executor-spender'),
      ),
    )
    assert.deepEqual(open, OPEN)
  })

  const found = async (to: Address, data: `0x${string}`, value = '0') => {
    const { trader } = sandbox.world.actors
    const body = { chain: 'ethereum', from: trader, to, value, data, options: { deadlineMs: 20_000 } }
    const { warnings, simulation } = await service.scan(body)
    assert.equal(simulation?.success, true, simulation?.revertReason ?? '')
    return warnings.filter(({ id }) => id === 'approval-to-open-executor')
  }
  const runner = CONTRACTS.findIndex(([, contract]) => contract === 'BareRunner')
  const signed = CONTRACTS.findIndex(([, contract, args]) => contract === 'SignedPays' && args[1] === true)

  for (const at of [runner, signed])
    test(`${NAMES[at]}: a harmless call of it tells what any account can take by the allowance`, async () => {
      const { usdc } = sandbox.world.tokens
      const read = encodeFunctionData({ abi: CALLS, functionName: 'balanceOf', args: [MAKER] })
      const data = encodeFunctionData({ abi: CALLS, functionName: 'run', args: [usdc, read] })
      const warnings = await found(contractAt(at), data)
      assert.deepEqual(
        warnings.map(({ severity, evidence }) => [severity, evidence.token]).toSorted(),
        [sandbox.world.tokens.usdc, sandbox.world.tokens.wrapped].map((token) => ['high', token]).toSorted(),
      )
      assert.match(warnings.find(({ evidence }) => evidence.token === usdc)?.description ?? '', /can take 300/)
    })

  test('a plain payment asks for no allowance', async () => {
    const { actors, tokens } = sandbox.world
    const data = encodeFunctionData({ abi: CALLS, functionName: 'transfer', args: [actors.friend, SUM] })
    assert.deepEqual(await found(tokens.usdc, data), [])
  })
})
