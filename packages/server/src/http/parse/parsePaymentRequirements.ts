import type { Address } from '@redoubt/risk/address.ts'
import type { PaymentRequirements } from '@redoubt/risk/facts/paymentRequirements.ts'
import { ApiError } from '../../errors.ts'
import type { GivenPaymentRequirements } from '../schemas/paymentRequirements.ts'
import { spelling } from './parseEntity.ts'

/** Names of x402 version 1 for EVM networks. Source: github.com/x402-foundation/x402, specs/x402-specification-v1.md. */
const V1_NETWORKS: ReadonlyMap<string, bigint> = new Map([
  ['ethereum', 1n],
  ['bsc', 56n],
  ['polygon', 137n],
  ['polygon-amoy', 80_002n],
  ['base', 8_453n],
  ['base-sepolia', 84_532n],
  ['avalanche', 43_114n],
  ['avalanche-fuji', 43_113n],
  ['sei', 1_329n],
  ['sei-testnet', 1_328n],
  ['iotex', 4_689n],
  ['abstract', 2_741n],
  ['abstract-testnet', 11_124n],
  ['peaq', 3_338n],
  ['story', 1_514n],
])

const MAX_UINT256 = 2n ** 256n - 1n
const MEMBER = 'body.paymentRequirements'

/**
 * Reads the validated requirements of a payment; null when the caller names none.
 * @throws ApiError VALIDATION_ERROR for a network without a known chain id, for no or two different amounts, and for a recipient
 * whose checksum fails.
 */
export function parsePaymentRequirements(given: GivenPaymentRequirements | undefined): PaymentRequirements | null {
  if (given === undefined) return null
  const { network, asset, payTo, amount, maxAmountRequired, maxTimeoutSeconds } = given
  const chainId = chainIdOf(network)
  if (chainId === null)
    throw invalid(
      `${MEMBER}.network: expected \`eip155:\` and a chain id, or the name of an EVM network of x402 version 1`,
    )
  if (spelling('address', payTo).checksumFailed)
    throw invalid(`${MEMBER}.payTo: the checksum of the address fails; compare it with the answer of the service`)
  const amounts = [amount, maxAmountRequired].flatMap((units) => (units === undefined ? [] : [BigInt(units)]))
  const [first] = amounts
  if (first === undefined) throw invalid(`${MEMBER}.amount: expected base units as decimal text`)
  if (amounts.some((units) => units !== first))
    throw invalid(`${MEMBER}.amount: differs from maxAmountRequired; send one of them`)
  if (first > MAX_UINT256) throw invalid(`${MEMBER}.amount: expected at most 2^256-1`)
  return {
    chainId,
    asset: asset.toLowerCase() as Address,
    payTo: payTo.toLowerCase() as Address,
    amount: first,
    maxTimeoutSeconds: BigInt(maxTimeoutSeconds),
  }
}

function chainIdOf(network: string): bigint | null {
  const id = /^eip155:([1-9][0-9]{0,18})$/.exec(network)?.[1]
  return id === undefined ? (V1_NETWORKS.get(network) ?? null) : BigInt(id)
}

function invalid(detail: string): ApiError {
  return new ApiError('VALIDATION_ERROR', { detail })
}
