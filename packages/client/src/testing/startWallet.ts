import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import type { MessageScanRequest, MessageScanResult, TransactionScanResult } from '../api.generated.ts'
import { type GuardOptions, guard } from '../guard/guard.ts'
import type { TransactionInput } from '../types.ts'

export const WALLET = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
export const OTHER = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'

export type Result = Partial<TransactionScanResult & MessageScanResult>
export const HARMLESS: Result = {
  recommendation: 'PROCEED',
  riskLevel: 'safe',
  riskScore: 0,
  complete: true,
  unknown: [],
  unavailable: [],
  warnings: [],
}

/** A wallet that keeps what reaches it, and a service that answers what the test says. */
export function startWallet(answer: Result | Error = HARMLESS, options: Partial<GuardOptions> = {}) {
  const reached: { method: string; params: unknown }[] = []
  const scanned: (TransactionInput | MessageScanRequest)[] = []
  const state = { chainId: '0x1' }
  const read = (method: string) => {
    if (method === 'eth_chainId') return state.chainId
    if (method === 'eth_accounts') return [WALLET]
    return method === 'eth_getTransactionCount' ? '0x4' : undefined
  }
  const wallet = Object.assign(new EventEmitter(), {
    isMetaMask: true,
    _metamask: { sendNow: () => reached.push({ method: 'hidden', params: [] }) },
    sendTransaction: () => reached.push({ method: 'hidden', params: [] }),
    async request({ method, params }: { method: string; params?: unknown }): Promise<unknown> {
      const inside = (params as { request?: { method: string } } | undefined)?.request?.method
      // Of a wrapped request the guard asks only for accounts and nonces.
      const answer = inside === 'eth_chainId' ? undefined : read(inside ?? method)
      if (answer !== undefined) return answer
      if (method === 'wallet_switchEthereumChain') state.chainId = (params as [{ chainId: string }])[0].chainId
      reached.push({ method, params })
      return '0xdone'
    },
    send(..._: unknown[]): unknown {
      return assert.fail('the wallet is asked by request')
    },
    sendAsync(..._: unknown[]): unknown {
      return assert.fail('the wallet is asked by request')
    },
  })
  const scan = async (body: TransactionInput | MessageScanRequest) => {
    scanned.push(body)
    if (answer instanceof Error) throw answer
    return answer as never
  }
  const client = { scan: { transaction: scan, message: scan } } as unknown as GuardOptions['client']
  return { wallet, guarded: guard(wallet, { client, ...options }), client, reached, scanned, state }
}
