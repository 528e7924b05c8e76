import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import { getContractAddress, keccak256, numberToHex, parseEther, stringToHex } from 'viem/utils'
import { callDataOf, initCodeOf } from '../../../bench/verdicts/contracts.ts'
import { type OpenSandbox, openSandbox } from '../../intel/onchain/testing/openSandbox.ts'
import { approve } from '../../sandbox/history/calls.ts'
import { units } from '../../sandbox/profiles.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'

const accountOf = (name: string): Address => `0x${keccak256(stringToHex(name)).slice(26)}`
const MAKER = accountOf('maker of streams')
const PAYEE = accountOf('a payee that never called')
const YEAR = 31_536_000n
const CASES: readonly { contract: string; entry: string; timed: boolean; taken: boolean }[] = [
  { contract: 'PayToEnder', entry: 'open', timed: true, taken: true },
  { contract: 'FirstComeDeposits', entry: 'open', timed: true, taken: true },
  { contract: 'PayBySecond', entry: 'open', timed: true, taken: false },
  { contract: 'LeaseDeposits', entry: 'open', timed: true, taken: false },
  { contract: 'Cheques', entry: 'draw', timed: false, taken: false },
]

// What the depositor takes back may be taken by the account that the deposit is made for, by the same function.
describe('deposits for an account that the call names', { timeout: 300_000 }, () => {
  let sandbox: OpenSandbox
  let service: ScanService
  const addressOf = (contract: string) =>
    getContractAddress({ from: MAKER, nonce: BigInt(CASES.findIndex((one) => one.contract === contract)) })

  before(async () => {
    sandbox = await openSandbox('ethereum')
    const { rpc, world } = sandbox
    await rpc('anvil_setBalance', [MAKER, numberToHex(parseEther('10'))])
    for (const { contract } of CASES) {
      const data = initCodeOf(contract, [world.tokens.usdc])
      await rpc('eth_sendTransaction', [{ from: MAKER, data, gas: numberToHex(4_000_000) }])
      await rpc('evm_mine', [])
      const spender = addressOf(contract)
      await sandbox.send({ from: world.actors.trader, to: world.tokens.usdc, data: approve(spender, units(5_000, 6)) })
    }
    await rpc('anvil_mine', ['0x40', '0x2a30'])
    service = await startScanService('live', { ETHEREUM_RPC_URLS: sandbox.url, SOURCIFY_URL: 'off' })
  })
  after(async () => {
    await service?.close()
    await sandbox?.[Symbol.asyncDispose]()
  })

  for (const { contract, entry, timed, taken } of CASES)
    test(`${contract}: the payee ${taken ? 'takes the deposit' : 'has what is due'}`, async () => {
      const sum = units(2_000, 6)
      const { status, json } = await service.ask('/v1/scan/transaction', {
        chain: 'ethereum',
        from: sandbox.world.actors.trader,
        to: addressOf(contract),
        value: '0',
        data: callDataOf(contract, entry, timed ? [PAYEE, sum, YEAR] : [PAYEE, sum]),
        options: { deadlineMs: 28_000 },
      })
      assert.equal(status, 200, JSON.stringify(json))
      const { warnings } = json.data as { warnings: { id: string; severity: string; description: string }[] }
      const said = warnings.map(({ id, severity, description }) => `${severity} ${id}: ${description}`).join('\n')
      const found = warnings.filter(({ description }) => /an account that your call names/.test(description))
      assert.deepEqual(
        found.map(({ id, severity }) => `${severity} ${id}`),
        taken ? ['high owner-withdrawal-of-deposits'] : [],
        said,
      )
    })
})
