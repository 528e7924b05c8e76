import type { api } from '@redoubt/client'
import { parseTransaction, recoverTransactionAddress, type TransactionSerialized } from 'viem'

type Transaction = Pick<api.TransactionScanRequest, 'from' | 'to' | 'value' | 'data' | 'chainId' | 'nonce' | 'gas'>

/**
 * Reads a signed transaction (EIP-2718, or a legacy one): its sender follows from the signature.
 * @throws Error when it cannot be read or is not signed.
 */
export async function readRawTransaction(raw: string): Promise<Transaction> {
  const serializedTransaction = raw as TransactionSerialized
  const { to, value, data, chainId, nonce, gas } = parseTransaction(serializedTransaction)
  const from = await recoverTransactionAddress({ serializedTransaction })
  return {
    from,
    to: to ?? null,
    value: String(value ?? 0n),
    data: data ?? '0x',
    ...(chainId === undefined ? {} : { chainId }),
    ...(nonce === undefined ? {} : { nonce }),
    ...(gas === undefined ? {} : { gas: String(gas) }),
  }
}
