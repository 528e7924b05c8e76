import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { encodeFunctionData, parseAbi } from 'viem/utils'
import { type OpenSandbox, openSandbox } from '../../intel/onchain/testing/openSandbox.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'

const ABI = parseAbi([
  'function addBlackList(address)',
  'function transfer(address,uint256)',
  'function approve(address,uint256)',
])
const call = (functionName: 'addBlackList', account: Address): Hex =>
  encodeFunctionData({ abi: ABI, functionName, args: [account] })
const move = (functionName: 'transfer' | 'approve', to: Address, amount: bigint): Hex =>
  encodeFunctionData({ abi: ABI, functionName, args: [to, amount] })

describe('what the chain says of an account reaches the answer of a scan', () => {
  let sandbox: OpenSandbox
  let service: ScanService
  let frozen: Address

  before(async () => {
    sandbox = await openSandbox('ethereum')
    const { actors, tokens } = sandbox.world
    frozen = actors.fresh
    await sandbox.send({ from: actors.issuer, to: tokens.usdt, data: call('addBlackList', frozen) })
    service = await startScanService('live', { ETHEREUM_RPC_URLS: sandbox.url })
  })
  after(async () => {
    await service.close()
    await sandbox[Symbol.asyncDispose]()
  })

  const scan = (to: Address, data: Hex, value = '0') =>
    service.scan({
      chain: 'ethereum',
      from: sandbox.world.actors.trader,
      to,
      data,
      value,
      options: { deadlineMs: 20_000 },
    })
  const finding = (result: Awaited<ReturnType<typeof scan>>, id: string) => {
    const found = result.warnings.find((warning) => warning.id === id)
    assert.ok(found, `lacks ${id}: ${result.warnings.map((warning) => warning.id).join(', ')}`)
    return found
  }

  test('tokens for an account that Tether froze', async () => {
    const result = await scan(sandbox.world.tokens.usdc, move('transfer', frozen, 1_000_000n))
    const { severity, description } = finding(result, 'frozen-counterparty')
    assert.equal(severity, 'high')
    assert.match(description, /which receives assets, is frozen by the issuer of USDT/)
    assert.deepEqual(result.unknown, [])
  })

  test('coins for it, and the same for another account', async () => {
    assert.equal(finding(await scan(frozen, '0x', '1000'), 'frozen-recipient').severity, 'high')
    const friend = await scan(sandbox.world.actors.friend, '0x', '1000')
    assert.deepEqual(
      friend.warnings.filter(({ id }) => id.startsWith('frozen')),
      [],
    )
  })

  test('an allowance for it', async () =>
    assert.match(
      finding(await scan(sandbox.world.tokens.usdc, move('approve', frozen, 5n)), 'frozen-counterparty').description,
      /which may spend from your account, is frozen/,
    ))

  test('an unlimited allowance for a pair is neither a protocol’s nor an unknown contract’s', async () => {
    const { tokens, dex } = sandbox.world
    const result = await scan(tokens.usdc, move('approve', dex.pairs.usdc, 2n ** 256n - 1n))
    assert.match(
      finding(result, 'approval-to-pool').description,
      /^Uniswap .*pool.* \(0x.{4}….{4}\) is a liquidity pool/i,
    )
    const ids = result.warnings.map(({ id }) => id)
    assert.ok(
      !ids.includes('unlimited-approval-to-protocol') && !ids.includes('unlimited-approval-to-unknown-contract'),
    )
    assert.notEqual(result.recommendation, 'PROCEED')
  })

  test('tokens left in a V3 pool', async () => {
    const { tokens, dex } = sandbox.world
    const result = await scan(tokens.usdc, move('transfer', dex.pools.usdc, 5n))
    assert.match(
      finding(result, 'tokens-sent-to-token-contract').description,
      /Uniswap V3 pool USDC\/WETH 0\.05 % \(.*\), which expects calls, where they are probably lost/,
    )
  })

  test('a Safe is named as a wallet', async () => {
    const { tokens, safe } = sandbox.world
    const result = await scan(tokens.usdc, move('approve', safe.account, 2n ** 256n - 1n))
    assert.match(
      finding(result, 'unlimited-approval-to-unknown-contract').description,
      /^Safe 1\.4\.1 wallet \(.*\), an unknown person’s wallet, may take all your USDC/,
    )
  })
})
