import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import { getContractAddress, numberToHex, parseEther } from 'viem/utils'
import { initCodeOf } from '../../../../bench/verdicts/contracts.ts'
import { type OpenSandbox, openSandbox } from '../../../intel/onchain/testing/openSandbox.ts'
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
    await rpc('anvil_mine', ['0x40', '0x2a30'])
    service = await startScanService('live', { ETHEREUM_RPC_URLS: sandbox.url, SOURCIFY_URL: 'off' })
  })
  after(async () => {
    await service?.close()
    await sandbox?.[Symbol.asyncDispose]()
  })

  for (const [at, [name, , , expected]] of CONTRACTS.entries())
    test(`${name}: ${expected?.join(' ') ?? 'nothing'}`, async () => {
      const address = getContractAddress({ from: MAKER, nonce: BigInt(at) })
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
})
