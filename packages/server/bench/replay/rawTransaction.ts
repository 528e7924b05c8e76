import type { Hex } from '@redoubt/risk/address.ts'
import { serializeTransaction } from 'viem'

const TYPES = ['legacy', 'eip2930', 'eip1559', 'eip4844', 'eip7702'] as const

type Recorded = Record<string, unknown>

/**
 * The signed bytes of a transaction as eth_getBlockByNumber shows it; null for a type that is not known. A blob
 * transaction comes as blocks hold it, without the blobs: its hash is of these bytes.
 */
export function rawTransaction(transaction: Recorded): Hex | null {
  const type = TYPES[Number(transaction.type ?? 0)]
  if (type === undefined) return null
  const optional = (name: string) => (transaction[name] == null ? undefined : BigInt(String(transaction[name])))
  const v = BigInt(String(transaction.v ?? transaction.yParity))
  const fields: Recorded = {
    type,
    nonce: Number(transaction.nonce),
    gas: optional('gas'),
    value: optional('value'),
    data: transaction.input,
  }
  // Legacy transactions before EIP-155 have no chain id; their v is 27 or 28.
  if (type !== 'legacy' || v >= 35n) fields.chainId = Number(transaction.chainId ?? (v - 35n) / 2n)
  if (transaction.to != null) fields.to = transaction.to
  if (type !== 'legacy') fields.accessList = transaction.accessList ?? []
  const price = type === 'legacy' || type === 'eip2930'
  for (const name of price ? ['gasPrice'] : ['maxFeePerGas', 'maxPriorityFeePerGas']) fields[name] = optional(name)
  if (type === 'eip4844') {
    fields.maxFeePerBlobGas = optional('maxFeePerBlobGas')
    fields.blobVersionedHashes = transaction.blobVersionedHashes
  }
  if (type === 'eip7702')
    fields.authorizationList = (transaction.authorizationList as Recorded[]).map((one) => ({
      chainId: Number(one.chainId),
      address: one.address,
      nonce: Number(one.nonce),
      ...signatureOf(one, Number(one.yParity ?? one.v)),
    }))
  const signature = { ...signatureOf(transaction, Number(type === 'legacy' ? (v + 1n) % 2n : v)), v }
  return serializeTransaction(fields as Parameters<typeof serializeTransaction>[0], signature)
}

function signatureOf({ r, s }: Recorded, yParity: number): { r: Hex; s: Hex; yParity: number } {
  const word = (value: unknown): Hex => `0x${BigInt(String(value)).toString(16).padStart(64, '0')}`
  return { r: word(r), s: word(s), yParity }
}
