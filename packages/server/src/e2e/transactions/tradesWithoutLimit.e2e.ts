import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Hex } from '@redoubt/risk/address.ts'
import { encodeFunctionData, hexToBigInt, numberToHex, parseAbi, parseEther, slice } from 'viem/utils'
import { type OpenSandbox, openSandbox } from '../../intel/onchain/testing/openSandbox.ts'
import { approve, FAR_DEADLINE, swapTokensForNative, transfer, UNLIMITED } from '../../sandbox/history/calls.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'

const AMOUNTS_ABI = parseAbi(['function getAmountsOut(uint256 amount, address[] path) view returns (uint256[])'])
const EXACT_ABI = parseAbi([
  'function swapETHForExactTokens(uint256 amountOut, address[] path, address to, uint256 deadline) payable',
])
const dollars = (amount: bigint) => amount * 10n ** 6n
/** Enough to be worth a sandwich in a pool of some million dollars. */
const SOLD = dollars(40_000n)

describe('a sale of dollars for ether at a pool', () => {
  let sandbox: OpenSandbox
  let service: ScanService
  /** What the pool pays for the dollars now. */
  let worth: bigint

  before(async () => {
    sandbox = await openSandbox('ethereum')
    const { actors, tokens, dex } = sandbox.world
    await sandbox.send({ from: actors.marketMaker, to: tokens.usdc, data: transfer(actors.trader, SOLD) })
    await sandbox.send({ from: actors.trader, to: tokens.usdc, data: approve(dex.v2Router, UNLIMITED) })
    await sandbox.rpc('anvil_setBalance', [actors.trader, numberToHex(parseEther('40'))])
    const path = [tokens.usdc, tokens.wrapped]
    const quote = { to: dex.v2Router, data: encodeFunctionData({ abi: AMOUNTS_ABI, args: [SOLD, path] }) }
    worth = hexToBigInt(slice((await sandbox.rpc('eth_call', [quote, 'latest'])) as Hex, -32))
    service = await startScanService('live', { ETHEREUM_RPC_URLS: sandbox.url, SOURCIFY_URL: 'off' })
  })
  after(async () => {
    await service?.close()
    await sandbox?.[Symbol.asyncDispose]()
  })

  const scan = async (data: Hex, value = '0') => {
    const { actors, dex } = sandbox.world
    const body = { chain: 'ethereum', from: actors.trader, to: dex.v2Router, value, data }
    const result = await service.scan({ ...body, options: { deadlineMs: 20_000 } })
    return { result, found: result.warnings.find(({ id }) => id === 'front-runnable-outcome') }
  }
  const sell = (sold: bigint, minimum: bigint) => {
    const { actors, tokens } = sandbox.world
    return swapTokensForNative(sold, [tokens.usdc, tokens.wrapped], actors.trader, minimum)
  }

  test('without a minimum goes through after a sandwich began: medium', async () => {
    const { found } = await scan(sell(SOLD, 1n))
    assert.equal(found?.severity, 'medium')
    assert.match(
      found?.description ?? '',
      /Anyone can trade at the same pools first: you then receive .* ETH instead of/,
    )
    assert.ok(Number(found?.evidence?.lostUsd) > 4_000)
    assert.equal(found?.evidence?.namedLimit, null)
  })
  test('whose call names a minimum that no code compares is worse: high', async () => {
    const minimum = (worth * 99n) / 100n
    const { result, found } = await scan(`${sell(SOLD, 1n)}${numberToHex(minimum, { size: 32 }).slice(2)}`)
    assert.equal(found?.severity, 'high')
    assert.equal(found?.evidence?.namedLimit, String(minimum))
    assert.equal(result.recommendation, 'CAUTION')
  })
  test('is worse too where the minimum shares a word with the amount', async () => {
    const minimum = (worth * 97n) / 100n
    const packed = (SOLD << 144n) | (minimum << 32n)
    const { found } = await scan(`${sell(SOLD, 1n)}${numberToHex(packed, { size: 32 }).slice(2)}`)
    assert.equal(found?.severity, 'high')
    assert.equal(found?.evidence?.namedLimit, String(minimum))
  })
  test('with a minimum of 99 or 90 percent fails then, and is quiet', async () => {
    for (const percent of [99n, 90n]) {
      const { result, found } = await scan(sell(SOLD, (worth * percent) / 100n))
      assert.equal(found, undefined, String(percent))
      assert.equal(result.recommendation, 'PROCEED')
    }
  })
  test('of a few hundred dollars, or of little against the pool, is worth no sandwich: quiet', async () => {
    for (const sold of [dollars(500n), dollars(3_000n)]) assert.equal((await scan(sell(sold, 1n))).found, undefined)
  })
  test('for an exact amount is judged by what is paid, with and without a tight maximum', async () => {
    const { actors, tokens } = sandbox.world
    const path = [tokens.wrapped, tokens.usdc]
    const buy = encodeFunctionData({ abi: EXACT_ABI, args: [SOLD, path, actors.trader, FAR_DEADLINE] })
    const loose = await scan(buy, String(parseEther('30')))
    assert.equal(loose.found?.severity, 'medium')
    assert.match(loose.found?.description ?? '', /you then pay .* ETH instead of/)
    const tight = await scan(buy, String((worth * 105n) / 100n))
    assert.equal(tight.found, undefined)
  })
})
