import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { decodeFunctionData, parseAbi } from 'viem/utils'
import { createVenue, type Route, type TradePool } from './venue.ts'

const ABI = parseAbi([
  'function deposit() payable',
  'function approve(address spender, uint256 amount)',
  'function swapExactETHForTokensSupportingFeeOnTransferTokens(uint256 least, address[] path, address to, uint256 deadline) payable',
  'function swapExactTokensForETHSupportingFeeOnTransferTokens(uint256 amount, uint256 least, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256 amount, uint256 least, address[] path, address to, uint256 deadline)',
  'function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address to, uint256 deadline, uint256 amount, uint256 least, uint160 limit) params) payable',
  'function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address to, uint256 amount, uint256 least, uint160 limit) params) payable',
  'function swapV3(address pool, address sold, uint256 amount, bool soldIsFirst)',
])
const at = (digit: string): Address => `0x${digit.repeat(40)}`
const [TOKEN, WRAPPED, DOLLAR, ROUTER, ACCOUNT] = [at('1'), at('2'), at('3'), at('4'), at('5')]
const NEVER = 2n ** 256n - 1n

function venueOf(kind: Route['kind'], quote: Address, style: 'v2' | 'v3' = 'v2') {
  const pool: TradePool = {
    address: at('6'),
    style,
    exchange: 'Exchange',
    factory: at('7'),
    fee: style === 'v3' ? 3_000 : null,
    quote: { address: quote, symbol: 'Q', decimals: 18 },
    tokenIsFirst: true,
    depth: 1n,
    tokens: 1n,
    depthUsd: 1,
  }
  return createVenue(pool, TOKEN, { route: { kind, router: ROUTER }, wrapped: WRAPPED, slot: null })
}
const decoded = ({ to, value, data }: Transaction) => {
  const { functionName, args = [] } = decodeFunctionData({ abi: ABI, data })
  return [to, value, functionName, ...args]
}

describe('a venue', () => {
  it('V2 against the wrapped native coin is bought from with the native coin', () => {
    const venue = venueOf('v2', WRAPPED)
    assert.deepEqual(venue.buy(ACCOUNT, 9n).map(decoded), [
      [ROUTER, 9n, 'swapExactETHForTokensSupportingFeeOnTransferTokens', 0n, [WRAPPED, TOKEN], ACCOUNT, NEVER],
    ])
    const name = 'swapExactTokensForETHSupportingFeeOnTransferTokens'
    assert.deepEqual(decoded(venue.sell(ACCOUNT, 7n)), [ROUTER, 0n, name, 7n, 0n, [TOKEN, WRAPPED], ACCOUNT, NEVER])
  })

  it('V2 against another token is bought from with an approval', () => {
    const venue = venueOf('v2', DOLLAR)
    const name = 'swapExactTokensForTokensSupportingFeeOnTransferTokens'
    assert.deepEqual(venue.buy(ACCOUNT, 9n).map(decoded), [
      [DOLLAR, 0n, 'approve', ROUTER, 9n],
      [ROUTER, 0n, name, 9n, 0n, [DOLLAR, TOKEN], ACCOUNT, NEVER],
    ])
    assert.deepEqual(decoded(venue.sell(ACCOUNT, 7n)), [ROUTER, 0n, name, 7n, 0n, [TOKEN, DOLLAR], ACCOUNT, NEVER])
  })

  it('V3 routers of both generations take one struct', () => {
    const single = { fee: 3_000, to: ACCOUNT, least: 0n, limit: 0n }
    const bought = { ...single, tokenIn: WRAPPED, tokenOut: TOKEN, amount: 9n }
    const [old] = venueOf('v3', WRAPPED, 'v3').buy(ACCOUNT, 9n).map(decoded)
    assert.deepEqual(old, [ROUTER, 9n, 'exactInputSingle', { ...bought, deadline: NEVER }])
    const [young] = venueOf('v3-without-deadline', WRAPPED, 'v3').buy(ACCOUNT, 9n).map(decoded)
    assert.deepEqual(young, [ROUTER, 9n, 'exactInputSingle', bought])
  })

  it('without a known router the native coin is wrapped first', () => {
    assert.deepEqual(venueOf('trader', WRAPPED, 'v3').buy(ACCOUNT, 9n).map(decoded), [
      [WRAPPED, 9n, 'deposit'],
      [WRAPPED, 0n, 'approve', ROUTER, 9n],
      [ROUTER, 0n, 'swapV3', at('6'), WRAPPED, 9n, false],
    ])
  })
})
