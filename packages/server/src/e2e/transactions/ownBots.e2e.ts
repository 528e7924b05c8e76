import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import type { Finding } from '@redoubt/risk/engine/finding.ts'
import { initCodeOf } from '../../../bench/verdicts/contracts.ts'
import { type OpenSandbox, openSandbox } from '../../intel/onchain/testing/openSandbox.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'

const ETHER = 10n ** 18n

// Contracts that a person deploys and funds: which account their withdrawal pays is up to the author of the code.
describe('coins sent to a contract of one’s own', () => {
  let sandbox: OpenSandbox
  let service: ScanService
  const placed = new Map<string, Address>()

  before(async () => {
    sandbox = await openSandbox('ethereum')
    const { trader, spender, friend } = sandbox.world.actors
    for (const [name, args] of [
      ['HonestBot', []],
      ['HiddenPayeeBot', [spender]],
      ['TreasuryPurse', [spender]],
      ['SpreadPayeeBot', [spender]],
      ['HalvesSplitter', [spender, friend]],
      ['RegistryPurse', [spender]],
      ['PuzzleBot', [spender]],
    ] as const) {
      const data = initCodeOf(name, args)
      const hash = await sandbox.rpc('eth_sendTransaction', [{ from: trader, data, gas: '0x2dc6c0' }])
      await sandbox.rpc('evm_mine', [])
      const receipt = (await sandbox.rpc('eth_getTransactionReceipt', [hash])) as { contractAddress: Address }
      placed.set(name, receipt.contractAddress)
    }
    await sandbox.rpc('anvil_mine', ['0x2', '0xc'])
    service = await startScanService('live', { ETHEREUM_RPC_URLS: sandbox.url })
  })
  after(async () => {
    await service?.close()
    await sandbox?.[Symbol.asyncDispose]()
  })

  const found = async (name: string, from: Address = sandbox.world.actors.trader) => {
    const options = { deadlineMs: 25_000 }
    const to = placed.get(name)
    const { warnings } = await service.scan({ chain: 'ethereum', from, to, value: String(ETHER), data: '0x', options })
    return warnings.filter(({ id }) => id === 'misdirected-withdrawal')
  }

  for (const name of ['HiddenPayeeBot', 'SpreadPayeeBot', 'PuzzleBot']) {
    test(`${name}: the withdrawal pays an account that is worked out while it runs`, async () => {
      const [one, ...more] = await found(name)
      assert.equal(one?.severity, 'high')
      assert.match(one?.description ?? '', /sends your 1 ETH to 0xE16D.*Neither the code nor its storage/)
      assert.deepEqual(more, [])
    })
  }

  for (const [name, severities] of [
    ['HiddenPayeeBot', ['high']],
    ['SpreadPayeeBot', ['high']],
    ['PuzzleBot', ['high']],
    ['RegistryPurse', []],
    ['TreasuryPurse', []],
    ['HonestBot', []],
    ['HalvesSplitter', []],
  ] as const)
    test(`${name}: the contract scan tells a payee that nothing shows, and no other`, async () => {
      const body = { chain: 'ethereum', address: placed.get(name), options: { deadlineMs: 25_000 } }
      const { json } = await service.ask('/v1/scan/contract', body)
      const found = (json.data.warnings as Finding[]).filter(({ description }) =>
        /nor its storage shows/.test(description),
      )
      assert.deepEqual(
        found.map(({ severity }) => severity),
        severities,
      )
    })

  test('an account that the contract, or its registry, shows is told, and not accused', async () => {
    for (const name of ['TreasuryPurse', 'RegistryPurse'])
      assert.deepEqual(
        (await found(name)).map(({ severity }) => severity),
        ['low'],
      )
  })

  test('a purse that pays its owner, and a contract that anyone makes pay others, are quiet', async () => {
    assert.deepEqual(await found('HonestBot'), [])
    assert.deepEqual(await found('HalvesSplitter', sandbox.world.actors.friend), [])
    assert.deepEqual(await found('SpreadPayeeBot', sandbox.world.actors.friend), [])
  })
})
