import type { Address } from '@redoubt/risk/address.ts'
import { CHAIN_IDS, CHAINS, type Chain } from '@redoubt/risk/chain.ts'
import type { AskedOfWallet } from './walletPort.ts'

/** The body of a scan of what a page asked for, as its endpoint takes it; not checked yet. */
export type ScanBody = { kind: 'transaction' | 'message'; body: Record<string, unknown> }

/** What decides about what happens. Gas, fees and nonce are the wallet's to choose, and pages make them up. */
const JUDGED = ['to', 'value', 'data', 'input', 'authorizationList'] as const

/** Null for what asks for no signature that could be judged. `account` is who would sign. */
export function scanBody({ method, params, chain, origin }: AskedOfWallet, account: Address): ScanBody | null {
  const [first, second] = Array.isArray(params) ? (params as unknown[]) : [params]
  const common = (asked: unknown = {}) => ({ chain: chainOf(asked) ?? chain, origin })
  switch (method) {
    case 'eth_sendTransaction':
    case 'eth_signTransaction':
      return { kind: 'transaction', body: { from: account, to: null, ...pick(first, JUDGED), ...common(first) } }
    case 'wallet_sendCalls': {
      const { calls, atomicRequired } = members(first)
      const each = Array.isArray(calls) ? calls.map((call) => pick(call, ['to', 'value', 'data'])) : calls
      const atomic = typeof atomicRequired === 'boolean' ? { atomicRequired } : {}
      return { kind: 'transaction', body: { from: account, calls: each, ...atomic, ...common(first) } }
    }
    case 'personal_sign':
    case 'eth_sign':
      return {
        kind: 'message',
        body: { address: account, method, message: isAddress(first) ? second : first, ...common() },
      }
    case 'eth_signTypedData':
    case 'eth_signTypedData_v3':
    case 'eth_signTypedData_v4':
      return {
        kind: 'message',
        body: { address: account, method, typedData: isAddress(first) ? second : first, ...common() },
      }
    default:
      return null
  }
}

function members(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function pick(value: unknown, names: readonly string[]): Record<string, unknown> {
  const given = members(value)
  return Object.fromEntries(names.flatMap((name) => (given[name] == null ? [] : [[name, given[name]]])))
}

/** The network that a request names itself. */
function chainOf(asked: unknown): Chain | undefined {
  const { chainId } = members(asked)
  return CHAINS.find((chain) => CHAIN_IDS[chain] === Number(chainId))
}

/** Pages mix up the order; a message that is an address means nothing. */
function isAddress(value: unknown): boolean {
  return typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value)
}
