import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { SignedIntent } from '@redoubt/risk/facts/signedIntent.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { fromRlp, hexToBytes, keccak256, parseTransaction } from 'viem/utils'

/** Shorter bytes are no transaction: nonce, price, gas, receiver, value and data take more. */
const MIN_BYTES = 9
const AUTHORISATION = '0x05'
/** EIP-191: what follows is typed data, a validator's message or a personal message, hashed already or not. */
const PREFIXED = /^0x19(00|01|45)/

/**
 * What bytes are, where they are no words: a transaction (RLP, signed or not, every type of EIP-2718 up to EIP-7702), an
 * EIP-7702 authorisation, or what a wallet itself would hash. Null for anything else.
 */
export function rawBytes(bytes: Hex, account: Address): SignedIntent | null {
  if (bytes.startsWith(AUTHORISATION)) return authorisation(bytes, account)
  if (PREFIXED.test(bytes)) {
    return { kind: 'blind', protocol: null, verifier: null, hash: keccak256(bytes) }
  }
  return bytes.length < 2 + MIN_BYTES * 2 ? null : hiddenTransaction(bytes, account)
}

/** What viem reads of every type of transaction. */
type Parsed = {
  chainId?: number
  to?: Address | null
  value?: bigint
  data?: Hex
  gas?: bigint
  gasPrice?: bigint
  maxFeePerGas?: bigint
  maxPriorityFeePerGas?: bigint
  nonce?: number
  accessList?: readonly { address: Address; storageKeys: readonly Hex[] }[]
  authorizationList?: readonly { chainId: number; address: Address; nonce: number }[]
}

function hiddenTransaction(bytes: Hex, account: Address): SignedIntent | null {
  if (!/^0x(0[1-4]|[c-f])/.test(bytes)) return null
  let read: Parsed
  try {
    read = parseTransaction(bytes as `0x02${string}`) as unknown as Parsed
  } catch {
    return null
  }
  const { chainId, to, value, data, gas, gasPrice, maxFeePerGas, maxPriorityFeePerGas } = read
  if (to && !/^0x[0-9a-fA-F]{40}$/.test(to)) return null
  const transaction: Transaction = {
    from: account,
    to: to ? lower(to) : null,
    value: value ?? 0n,
    data: data ?? '0x',
    ...(gas !== undefined && { gas }),
    ...(gasPrice !== undefined && { gasPrice }),
    ...(maxFeePerGas !== undefined && { maxFeePerGas }),
    ...(maxPriorityFeePerGas !== undefined && { maxPriorityFeePerGas }),
    ...(read.nonce !== undefined && Number.isSafeInteger(read.nonce) && { nonce: BigInt(read.nonce) }),
    ...(read.accessList && { accessList: read.accessList.map(lowerEntry) }),
    ...(read.authorizationList && {
      authorizationList: read.authorizationList.map((entry) => ({
        chainId: entry.chainId,
        address: lower(entry.address),
        nonce: BigInt(entry.nonce),
      })),
    }),
  }
  return {
    kind: 'hidden-transaction',
    protocol: null,
    verifier: null,
    transaction,
    chainId: chainId !== undefined && Number.isSafeInteger(chainId) ? BigInt(chainId) : null,
  }
}

function lowerEntry({ address, storageKeys }: NonNullable<Parsed['accessList']>[number]) {
  return { address: lower(address), storageKeys: storageKeys.map(lower) }
}

/** `0x05 || rlp([chain id, delegate, nonce])`. */
function authorisation(bytes: Hex, account: Address): SignedIntent | null {
  let members: unknown
  try {
    members = fromRlp(hexToBytes(`0x${bytes.slice(4)}`), 'hex')
  } catch {
    return null
  }
  if (!Array.isArray(members) || members.length !== 3) return null
  const [chainId, delegate, nonce] = members as unknown[]
  const isAddress = typeof delegate === 'string' && delegate.length === 42
  if (!isAddress || !isQuantity(chainId) || !isQuantity(nonce)) return null
  return {
    kind: 'delegation',
    protocol: 'EIP-7702',
    verifier: null,
    account,
    delegate: lower(delegate as Address),
    chainId: quantity(chainId),
    nonce: quantity(nonce),
  }
}

function isQuantity(value: unknown): value is Hex {
  return typeof value === 'string' && value.length <= 66
}

function quantity(hex: Hex): bigint {
  return hex === '0x' ? 0n : BigInt(hex)
}

function lower(text: Hex): Hex {
  return text.toLowerCase() as Hex
}
