import { serializeTransaction } from 'viem'
import type { Hex } from '../../src/risk/facts.ts'

const TYPES: Record<string, 'legacy' | 'eip2930' | 'eip1559'> = { '0x0': 'legacy', '0x1': 'eip2930', '0x2': 'eip1559' }

/** The signed bytes of a transaction as eth_getBlockByNumber shows it; null for types that are not replayed. */
export function rawTransaction(transaction: Record<string, unknown>): Hex | null {
  const type = TYPES[String(transaction.type ?? '0x0')]
  if (type === undefined) return null
  const optional = (name: string) => (transaction[name] == null ? undefined : BigInt(String(transaction[name])))
  const v = BigInt(String(transaction.v))
  const fields = {
    type,
    // Legacy transactions before EIP-155 have no chain id; their v is 27 or 28.
    ...(type === 'legacy' && v < 35n ? {} : { chainId: Number(transaction.chainId ?? (v - 35n) / 2n) }),
    nonce: Number(transaction.nonce),
    gas: optional('gas'),
    value: optional('value'),
    data: transaction.input,
    ...(transaction.to == null ? {} : { to: transaction.to }),
    ...(type === 'eip1559'
      ? { maxFeePerGas: optional('maxFeePerGas'), maxPriorityFeePerGas: optional('maxPriorityFeePerGas') }
      : { gasPrice: optional('gasPrice') }),
    ...(type === 'legacy' ? {} : { accessList: transaction.accessList ?? [] }),
  }
  const word = (value: unknown): Hex => `0x${BigInt(String(value)).toString(16).padStart(64, '0')}`
  const signature = {
    r: word(transaction.r),
    s: word(transaction.s),
    v,
    yParity: Number(type === 'legacy' ? (v + 1n) % 2n : v),
  }
  return serializeTransaction(fields as Parameters<typeof serializeTransaction>[0], signature)
}
