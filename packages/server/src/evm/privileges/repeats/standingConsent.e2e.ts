import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { encodeFunctionData, getContractAddress, numberToHex, parseAbi, parseEther } from 'viem/utils'
import { callDataOf, initCodeOf } from '../../../../bench/verdicts/contracts.ts'
import { type OpenSandbox, openSandbox } from '../../../intel/onchain/testing/openSandbox.ts'
import { type ScanService, startScanService } from '../../../testing/scanService.ts'

const MAKER: Address = '0x7e57ed005afe0000000000000000000000000002'
const MEMBER: Address = '0x7e57ed005afe0000000000000000000000000003'
const [TODAYS_FEE, AGREED_FEE, OLD_COIN, CALLERS_SWAP, HOLDERS_SWAP] = [0n, 1n, 2n, 3n, 4n].map((nonce) =>
  getContractAddress({ from: MAKER, nonce }),
) as [Address, Address, Address, Address, Address]
const APPROVE = parseAbi(['function approve(address spender, uint256 amount)'])
const MANY = 10n ** 24n

// What holders allowed once, and others use later: payments that another account raises, and coins that are destroyed for other coins.
describe('POST /v1/scan/contract of contracts that use what was allowed before', { timeout: 300_000 }, () => {
  let sandbox: OpenSandbox
  let service: ScanService

  before(async () => {
    sandbox = await openSandbox('ethereum')
    const { rpc, send, world } = sandbox
    const { usdc } = world.tokens
    for (const account of [MAKER, MEMBER]) await rpc('anvil_setBalance', [account, numberToHex(parseEther('10'))])
    const made = [
      initCodeOf('TodaysFee', [usdc, OLD_COIN]),
      initCodeOf('AgreedFee', [usdc, OLD_COIN]),
      initCodeOf('OldCoin', []),
      initCodeOf('CallersSwap', [OLD_COIN]),
      initCodeOf('HoldersSwap', [OLD_COIN]),
    ]
    for (const data of made) {
      await rpc('eth_sendTransaction', [{ from: MAKER, data, gas: numberToHex(3_000_000) }])
      await rpc('evm_mine', [])
    }
    const approve = (token: Address, spender: Address) =>
      send({ from: MEMBER, to: token, data: encodeFunctionData({ abi: APPROVE, args: [spender, MANY] }) })
    await rpc('anvil_dealERC20', [MEMBER, usdc, numberToHex(1_000_000_000)])
    for (const [club, name] of [
      [TODAYS_FEE, 'TodaysFee'],
      [AGREED_FEE, 'AgreedFee'],
    ] as const) {
      await approve(usdc, club)
      await send({ from: MEMBER, to: club, data: callDataOf(name, 'join', []) })
    }
    await send({ from: MAKER, to: OLD_COIN, data: callDataOf('OldCoin', 'transfer', [MEMBER, 10n ** 21n]) })
    for (const [swap, name] of [
      [CALLERS_SWAP, 'CallersSwap'],
      [HOLDERS_SWAP, 'HoldersSwap'],
    ] as const) {
      await approve(OLD_COIN, swap)
      await send({ from: MEMBER, to: swap, data: callDataOf(name, 'swap', [MEMBER, 10n ** 18n]) })
    }
    await rpc('anvil_mine', ['0x40', '0x2a30'])
    service = await startScanService('live', { ETHEREUM_RPC_URLS: sandbox.url, SOURCIFY_URL: 'off' })
  })
  after(async () => {
    await service?.close()
    await sandbox?.[Symbol.asyncDispose]()
  })

  const scan = async (address: Hex) => {
    const body = { chain: 'ethereum', address, options: { deadlineMs: 20_000 } }
    const { status, json } = await service.ask('/v1/scan/contract', body)
    assert.equal(status, 200, JSON.stringify(json))
    return json.data as { riskLevel: string; warnings: { id: string; description: string }[] }
  }

  for (const [name, address] of [
    ['a fee that its manager raises for members of before', TODAYS_FEE],
    ['new coins for the account that destroys a holder’s old ones', CALLERS_SWAP],
  ] as const)
    test(`${name} is a pull`, async () => {
      const { riskLevel, warnings } = await scan(address)
      assert.match(riskLevel, /high|critical/, JSON.stringify(warnings))
      assert.ok(
        warnings.some(({ id }) => /approval-pull|drainer/.test(id)),
        JSON.stringify(warnings),
      )
    })

  for (const [name, address] of [
    ['the fee that each member agreed to', AGREED_FEE],
    ['new coins for the holder, from any caller', HOLDERS_SWAP],
  ] as const)
    test(`${name} is none`, async () => {
      const { riskLevel, warnings } = await scan(address)
      assert.doesNotMatch(riskLevel, /high|critical/, JSON.stringify(warnings))
      assert.deepEqual(
        warnings.filter(({ id }) => /approval-pull|drainer/.test(id)),
        [],
      )
    })
})
