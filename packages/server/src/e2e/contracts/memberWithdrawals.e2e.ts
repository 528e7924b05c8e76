import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { getContractAddress, keccak256, numberToHex, parseEther, stringToHex } from 'viem/utils'
import { callDataOf, initCodeOf } from '../../../bench/verdicts/contracts.ts'
import { type OpenSandbox, openSandbox } from '../../intel/onchain/testing/openSandbox.ts'
import { approve, transfer } from '../../sandbox/history/calls.ts'
import { units } from '../../sandbox/profiles.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'

const accountOf = (name: string): Address => `0x${keccak256(stringToHex(name)).slice(26)}`
const MAKER = accountOf('maker of banks')
const MEMBER = accountOf('a member of banks')
const OTHER = accountOf('another member of banks')
const BORROWER = accountOf('a borrower of banks')
const CLERK = accountOf('a key of banks')
const HASH = keccak256(CLERK)
const usd = (amount: number) => units(amount, 6)

/** What a member put in, and what is left of it beside what was borrowed. */
const CASES: readonly {
  contract: string
  kind: 'coins' | 'shares' | 'pool'
  key: (call: Call) => Hex | null
  says: RegExp | null
}[] = [
  { contract: 'CoinBank', kind: 'coins', key: () => null, says: null },
  { contract: 'LentShares', kind: 'shares', key: () => null, says: null },
  { contract: 'SupplyPool', kind: 'pool', key: () => null, says: null },
  {
    contract: 'KeyedCoinBank',
    kind: 'coins',
    key: (call) => call('settle', [CLERK, parseEther('0.1')]),
    says: /settle|0x[0-9a-f]{8}/,
  },
  {
    contract: 'KeyedLentShares',
    kind: 'shares',
    key: (call) => call('rebalance', [CLERK, usd(1)]),
    says: /rebalance|0x[0-9a-f]{8}/,
  },
  {
    contract: 'KeyedSupplyPool',
    kind: 'pool',
    key: (call) => call('sweepTo', [usd(1), CLERK]),
    says: /sweepTo|0x[0-9a-f]{8}/,
  },
  {
    contract: 'PaddedSupplyPool',
    kind: 'pool',
    key: (call) => call('withdraw', [usd(1), CLERK]),
    says: /withdraw|0x[0-9a-f]{8}/,
  },
]
type Call = (functionName: string, args: readonly unknown[]) => Hex

// What a contract lent out is missing once earlier members withdraw: that they take their own money is executed.
describe('POST /v1/scan/contract of contracts that lend what members keep there', { timeout: 300_000 }, () => {
  let sandbox: OpenSandbox
  let service: ScanService
  const addressOf = (contract: string) =>
    getContractAddress({ from: MAKER, nonce: BigInt(CASES.findIndex((one) => one.contract === contract)) })

  before(async () => {
    sandbox = await openSandbox('ethereum')
    const { rpc, world } = sandbox
    const { usdc } = world.tokens
    for (const one of [MAKER, MEMBER, OTHER, BORROWER, CLERK]) {
      await rpc('anvil_setBalance', [one, numberToHex(parseEther('1000'))])
      await rpc('anvil_impersonateAccount', [one])
      if (one !== MAKER)
        await sandbox.send({ from: world.actors.exchange, to: usdc, data: transfer(one, usd(100_000)) })
    }
    const lately: (() => Promise<void>)[] = []
    for (const { contract, kind, key } of CASES) {
      const isKeyed = contract.startsWith('Keyed')
      const isPadded = contract.startsWith('Padded')
      const own = isPadded ? [BigInt(CLERK) ^ (2n ** 160n - 1n)] : isKeyed ? [HASH] : []
      const args = kind === 'coins' ? [usdc, usd(3_000), ...own] : [usdc, ...own]
      await rpc('eth_sendTransaction', [{ from: MAKER, data: initCodeOf(contract, args), gas: numberToHex(4_000_000) }])
      await rpc('evm_mine', [])
      const to = addressOf(contract)
      const call: Call = (functionName, values) => callDataOf(contract, functionName, values)
      const from = (who: Address, data: Hex, value = 0n) => sandbox.send({ from: who, to, data, value })
      for (const who of [MEMBER, OTHER, BORROWER, CLERK])
        await sandbox.send({ from: who, to: usdc, data: approve(to, usd(90_000)) })
      const enter = (who: Address, dollars: number) =>
        kind === 'coins'
          ? from(who, call('save', []), parseEther(String(dollars / 1_000)))
          : from(who, kind === 'shares' ? call('enter', [usd(dollars)]) : call('supply', [usd(dollars), who]))
      // A key that pays in, too.
      const other = isPadded ? CLERK : OTHER
      await enter(other, 2_000)
      await enter(MEMBER, 8_000)
      if (kind === 'coins') await from(BORROWER, call('lend', [parseEther('9')]))
      else await from(BORROWER, call(kind === 'shares' ? 'lend' : 'borrow', [usd(9_000)]), parseEther('9'))
      lately.push(async () => {
        const paid = key(call)
        if (paid !== null) await from(CLERK, paid)
        if (kind === 'coins') await from(MEMBER, call('send', [MEMBER, parseEther('0.1')]))
        else await from(MEMBER, kind === 'shares' ? call('redeem', [usd(10)]) : call('withdraw', [usd(10), MEMBER]))
        await enter(other, 2_500)
      })
    }
    await rpc('anvil_mine', ['0x40', '0x2a30'])
    for (const act of lately) await act()
    await rpc('anvil_mine', ['0x10', '0xc'])
    service = await startScanService('live', { ETHEREUM_RPC_URLS: sandbox.url, SOURCIFY_URL: 'off' })
  })
  after(async () => {
    await service?.close()
    await sandbox?.[Symbol.asyncDispose]()
  })

  for (const { contract, says } of CASES)
    test(`${contract}: ${says === null ? 'members take their own money' : 'a key takes deposits'}`, async () => {
      const body = { chain: 'ethereum', address: addressOf(contract), options: { deadlineMs: 28_000 } }
      const { status, json } = await service.ask('/v1/scan/contract', body)
      assert.equal(status, 200, JSON.stringify(json))
      const { warnings } = json.data as { warnings: { id: string; severity: string; description: string }[] }
      const said = warnings.map(({ id, severity, description }) => `${severity} ${id}: ${description}`).join('\n')
      const grave = warnings.filter(({ severity }) => severity === 'high' || severity === 'critical')
      if (says === null) assert.deepEqual(grave, [], said)
      else
        assert.ok(
          grave.some(({ description }) => says.test(description)),
          said,
        )
    })
})
