import type { Address } from '@redoubt/risk/address.ts'

/** Balances of an ordinary user: some coins, some dollars, some past. A drainer asks an empty account for nothing. */
const COINS = '0x1a2c5e8f7b3d4000'
const TOKENS = `0x${2_471_300_000n.toString(16).padStart(64, '0')}`
const BALANCE_OF = '0x70a08231'

/** What the chain would say, made up; undefined where nothing plausible can be made up. */
export function plausibleAnswer(method: string, params: readonly unknown[], account: Address): unknown {
  switch (method) {
    case 'eth_blockNumber':
      return '0x17a1f04'
    case 'eth_getBalance':
      return COINS
    case 'eth_getTransactionCount':
      return '0x5d'
    case 'eth_gasPrice':
    case 'eth_maxPriorityFeePerGas':
      return '0x3b9aca00'
    case 'eth_estimateGas':
      return '0x1d4c0'
    case 'eth_getCode':
      return String(params[0]).toLowerCase() === account ? '0x' : '0x6080604052'
    case 'eth_call':
      return asksBalance(params, account) ? TOKENS : `0x${'0'.repeat(63)}1`
    case 'web3_clientVersion':
      return 'MetaMask/v12.9.3'
    default:
      return undefined
  }
}

/** What the chain said, except that the account is not empty. */
export function withHoldings(method: string, params: readonly unknown[], account: Address, answer: unknown): unknown {
  const holds = method === 'eth_getBalance' ? String(params[0]).toLowerCase() === account : asksBalance(params, account)
  const empty = typeof answer === 'string' && /^0x0*$/.test(answer)
  return holds && empty && /^eth_(getBalance|call)$/.test(method) ? plausibleAnswer(method, params, account) : answer
}

function asksBalance(params: readonly unknown[], account: Address): boolean {
  const { data, input } = (params[0] ?? {}) as { data?: unknown; input?: unknown }
  const call = String(data ?? input ?? '').toLowerCase()
  return call.startsWith(BALANCE_OF) && call.slice(BALANCE_OF.length).endsWith(account.slice(2))
}
