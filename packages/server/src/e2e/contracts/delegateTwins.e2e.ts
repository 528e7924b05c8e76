import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import { getContractAddress, keccak256, numberToHex, parseEther, stringToHex } from 'viem/utils'
import { initCodeOf } from '../../../bench/verdicts/contracts.ts'
import { type OpenSandbox, openSandbox } from '../../intel/onchain/testing/openSandbox.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'

type Finding = { id: string; severity: string; description: string }

const MAKER: Address = '0x7e57ed00de1e9000000000000000000000000001'
const KEY: Address = '0x7e57ed00de1e9000000000000000000000000002'

const HOSTILE: readonly { contract: string; args?: readonly unknown[]; says: RegExp }[] = [
  { contract: 'OpenBatch', says: /^Any caller of 0x[0-9a-f]{8} can send this account’s (coins|tokens)/ },
  { contract: 'OpenApprover', says: /^Any caller of 0x[0-9a-f]{8} can send this account’s tokens/ },
  {
    contract: 'OpenForwarder',
    says: /^After setTarget\(address\), which anyone may call, the delegate forwards every payment/,
  },
  { contract: 'KeyedPayer', args: [KEY], says: /^0x7e57…0002, by 0x[0-9a-f]{8}, can send this account’s tokens/i },
]
const HONEST: readonly { contract: string; args?: readonly unknown[] }[] = [
  { contract: 'OwnBatch' },
  { contract: 'OwnApprover' },
  { contract: 'OwnForwarder' },
  { contract: 'AskingWallet', args: [KEY] },
]

// EIP-7702: the delegate's code is executed in the account's place, with calls of tokens as arguments.
describe('POST /v1/scan/contract of accounts with delegates of one pattern', { timeout: 300_000 }, () => {
  let sandbox: OpenSandbox
  let service: ScanService
  const accountOf = (contract: string): Address => `0x${keccak256(stringToHex(`account of ${contract}`)).slice(26)}`

  before(async () => {
    sandbox = await openSandbox('ethereum')
    const { rpc } = sandbox
    await rpc('anvil_setBalance', [MAKER, numberToHex(parseEther('10'))])
    for (const [index, { contract, args = [] }] of [...HOSTILE, ...HONEST].entries()) {
      const data = initCodeOf(contract, args)
      await rpc('eth_sendTransaction', [{ from: MAKER, data, gas: numberToHex(3_000_000) }])
      await rpc('evm_mine', [])
      const delegate = getContractAddress({ from: MAKER, nonce: BigInt(index) })
      await rpc('anvil_setCode', [accountOf(contract), `0xef0100${delegate.slice(2)}`])
    }
    await rpc('anvil_mine', ['0x40', '0x2a30'])
    service = await startScanService('live', { ETHEREUM_RPC_URLS: sandbox.url, SOURCIFY_URL: 'off' })
  })
  after(async () => {
    await service?.close()
    await sandbox?.[Symbol.asyncDispose]()
  })

  const scan = async (contract: string) => {
    const body = { chain: 'ethereum', address: accountOf(contract), options: { deadlineMs: 20_000 } }
    const { status, json } = await service.ask('/v1/scan/contract', body)
    assert.equal(status, 200, JSON.stringify(json))
    return (json.data as { warnings: Finding[] }).warnings
  }

  for (const { contract, says } of HOSTILE)
    test(`${contract} is a sweeper`, async () => {
      const warnings = await scan(contract)
      const found = warnings.find(({ id }) => id === 'sweeper-delegate')
      assert.equal(found?.severity, 'critical', warnings.map(({ id }) => id).join())
      assert.match(found.description, says)
    })

  for (const { contract } of HONEST)
    test(`${contract} obeys the account alone`, async () => {
      const warnings = await scan(contract)
      const [sweeper, unknown] = ['sweeper-delegate', 'unknown-delegate'].map((id) =>
        warnings.find((one) => one.id === id),
      )
      assert.equal(sweeper, undefined, sweeper?.description)
      assert.equal(unknown?.severity, 'low', unknown?.description)
    })
})
