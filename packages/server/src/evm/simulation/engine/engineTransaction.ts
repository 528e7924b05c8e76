import type { Hex } from '@redoubt/risk/address.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'

/** A transaction as the engine's RPC wants it. */
export type EngineTransaction = Record<string, unknown>

/** Wei per gas that the sender offers: at most `cap`, including a tip of `tip` beyond the base fee; legacy when `tip` is null. */
export type Fees = { cap: bigint; tip: bigint | null }

/** Gas of a call that names none. */
export const DEFAULT_GAS = 2_000_000n

const quantity = (value: bigint | number): Hex => `0x${value.toString(16)}`

/** Builds the transaction without unsigned authorisations: prepareRun emulates their effect. */
export function engineTransaction(transaction: Transaction, gasLimit: bigint, fees: Fees): EngineTransaction {
  const { from, to, value, data, accessList, authorizationList, blobVersionedHashes = [] } = transaction
  const signed = (authorizationList ?? []).filter(isSigned)
  return {
    from,
    ...(to === null ? {} : { to }),
    value: quantity(value),
    input: data,
    gas: quantity(gasLimit),
    ...feeMembers(fittingFees(transaction, fees)),
    ...(accessList === undefined ? {} : { accessList }),
    // Without the blob fee, which nothing reads: the engine would refuse a fee below its price.
    ...(blobVersionedHashes.length === 0 ? {} : { blobVersionedHashes }),
    ...(signed.length === 0
      ? {}
      : {
          authorizationList: signed.map((authorization) => ({
            chainId: quantity(authorization.chainId),
            address: authorization.address,
            nonce: quantity(authorization.nonce),
            yParity: quantity(authorization.yParity ?? 0),
            r: authorization.r,
            s: authorization.s,
          })),
        }),
  }
}

/** Neither authorisations nor blobs travel in a legacy transaction; a tip up to the cap pays the same price. */
export function fittingFees({ authorizationList = [], blobVersionedHashes = [] }: Transaction, fees: Fees): Fees {
  const typed = blobVersionedHashes.length > 0 || authorizationList.some(isSigned)
  return typed && fees.tip === null ? { cap: fees.cap, tip: fees.cap } : fees
}

export function feeMembers(fees: Fees): Record<string, Hex> {
  if (fees.tip === null) return { gasPrice: quantity(fees.cap) }
  return { maxFeePerGas: quantity(fees.cap), maxPriorityFeePerGas: quantity(fees.tip) }
}

/** Whether an EIP-7702 authorisation carries the signature that names its authority. */
export function isSigned(authorization: { r?: Hex; s?: Hex; yParity?: number }): boolean {
  return authorization.r !== undefined && authorization.s !== undefined && authorization.yParity !== undefined
}
