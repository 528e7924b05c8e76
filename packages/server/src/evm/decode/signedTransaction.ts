import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import {
  keccak256,
  parseTransaction,
  recoverAddress,
  recoverAuthorizationAddress,
  serializeTransaction,
} from 'viem/utils'
import type { SignedTransaction } from '../../domain/ports/signedTransactions.ts'
import type { SignedMembers } from '../../domain/rpc/heldTransaction.ts'
import { InvalidInput } from '../../domain/sourceErrors.ts'

const TYPES = { legacy: 0, eip2930: 1, eip1559: 2, eip4844: 3, eip7702: 4 } as const
/** Half of the order of secp256k1: nodes refuse a larger `s` (EIP-2). */
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n
/** As large as a body may be: three blobs with their proofs. */
const MAX_CHARACTERS = 1_048_576

/**
 * Decodes a signed transaction of every type (legacy of EIP-155, EIP-2930, 1559, 4844 with or without its blobs, 7702), and recovers
 * its sender. Written again it must give the same bytes: another reading of them could be another transaction.
 * @throws InvalidInput saying what is wrong.
 */
export async function readSignedTransaction(given: unknown, chainId: number): Promise<SignedTransaction> {
  if (typeof given !== 'string' || !/^0x([0-9a-fA-F]{2})+$/.test(given) || given.length > MAX_CHARACTERS)
    throw new InvalidInput('expected a signed transaction: 0x and an even number of hex digits')
  const raw = given.toLowerCase() as Hex
  const parsed = parse(raw)
  if (parsed.chainId === undefined)
    throw new InvalidInput('the signature names no chain, and is good on all of them: sign with the chain id (EIP-155)')
  if (parsed.chainId !== chainId)
    throw new InvalidInput(`the transaction is signed for chain ${parsed.chainId}, and this network is ${chainId}`)
  const { r, s, v, yParity } = parsed
  if (r === undefined || s === undefined || (v === undefined && yParity === undefined))
    throw new InvalidInput('the transaction is not signed')
  if (BigInt(s) > HALF_ORDER) throw new InvalidInput('the signature is malleable (EIP-2): nodes refuse it')
  const signature = { r, s, ...(v !== undefined && { v }), ...(yParity !== undefined && { yParity }) }
  if (written(parsed, signature) !== raw)
    throw new InvalidInput('the transaction is not in its canonical form: it could be read in two ways')
  // What is signed, and what the hash names, is without the blobs.
  const bare = parsed.sidecars ? { ...parsed, sidecars: false as const } : parsed
  const signer = { r, s, yParity: yParity ?? Number((v ?? 0n) % 2n === 0n) }
  const recovered = await recoverAddress({ hash: keccak256(written(bare)), signature: signer }).catch(() => null)
  if (recovered === null) throw new InvalidInput('the signature is of no account')
  const from = recovered.toLowerCase() as Address
  return {
    hash: keccak256(written(bare, signature)),
    raw,
    members: membersOf(parsed, from, chainId),
    transaction: transactionOf(parsed, from),
    authorities: await authoritiesOf(parsed, chainId),
  }
}

type Parsed = ReturnType<typeof parse>

/** Members of every type, as viem reads them. */
function parse(raw: Hex) {
  try {
    const { type, ...parsed } = parseTransaction(raw as never) as ReturnType<typeof parseTransaction<`0x02${string}`>>
    type Others = {
      gasPrice?: bigint
      maxFeePerBlobGas?: bigint
      blobVersionedHashes?: Hex[]
      sidecars?: object[] | false
      v?: bigint
      chainId?: number
      accessList?: { address: Address; storageKeys: Hex[] }[]
      authorizationList?: {
        address: Address
        chainId: number
        nonce: number
        yParity?: number
        r: Hex
        s: Hex
      }[]
    }
    return { ...parsed, type: type as keyof typeof TYPES } as Omit<typeof parsed, 'chainId' | 'accessList'> &
      Others & { type: keyof typeof TYPES }
  } catch (error) {
    throw new InvalidInput('the bytes are no transaction of a known type', { cause: error })
  }
}

function written(parsed: object, signature?: { r: Hex; s: Hex; v?: bigint; yParity?: number }): Hex {
  const { r: _r, s: _s, v: _v, yParity: _y, ...unsigned } = parsed as Record<string, unknown>
  try {
    return serializeTransaction(unsigned as never, signature as never)
  } catch {
    return '0x'
  }
}

function membersOf(parsed: Parsed, from: Address, chainId: number): SignedMembers {
  const text = (amount: bigint | undefined) => (amount === undefined ? null : String(amount))
  return {
    type: TYPES[parsed.type],
    chainId,
    from,
    to: lower(parsed.to),
    nonce: parsed.nonce ?? 0,
    value: String(parsed.value ?? 0n),
    data: parsed.data ?? '0x',
    gas: String(parsed.gas ?? 0n),
    gasPrice: text(parsed.gasPrice),
    maxFeePerGas: text(parsed.maxFeePerGas ?? (parsed.gasPrice === undefined ? 0n : undefined)),
    maxPriorityFeePerGas: text(parsed.maxPriorityFeePerGas ?? (parsed.gasPrice === undefined ? 0n : undefined)),
  }
}

function transactionOf(parsed: Parsed, from: Address): Transaction {
  const { gasPrice, accessList, authorizationList, blobVersionedHashes, maxFeePerBlobGas } = parsed
  return {
    from,
    to: lower(parsed.to),
    value: parsed.value ?? 0n,
    data: parsed.data ?? '0x',
    gas: parsed.gas ?? 0n,
    nonce: BigInt(parsed.nonce ?? 0),
    ...(gasPrice !== undefined && { gasPrice }),
    ...(gasPrice === undefined && { maxFeePerGas: parsed.maxFeePerGas ?? 0n }),
    ...(gasPrice === undefined && { maxPriorityFeePerGas: parsed.maxPriorityFeePerGas ?? 0n }),
    ...(accessList?.length && {
      accessList: accessList.map(({ address, storageKeys }) => ({
        address: address.toLowerCase() as Address,
        storageKeys: storageKeys.map((key) => key.toLowerCase() as Hex),
      })),
    }),
    ...(blobVersionedHashes && { blobVersionedHashes: [...blobVersionedHashes] }),
    ...(maxFeePerBlobGas !== undefined && { maxFeePerBlobGas }),
    ...(authorizationList?.length && {
      authorizationList: authorizationList.map((one) => ({
        chainId: one.chainId,
        address: one.address.toLowerCase() as Address,
        nonce: BigInt(one.nonce),
        yParity: one.yParity ?? 0,
        r: one.r,
        s: one.s,
      })),
    }),
  }
}

/** Signers of the authorisations that hold on this chain; a revocation gives no code. */
async function authoritiesOf({ authorizationList = [] }: Parsed, chainId: number): Promise<Address[]> {
  const given = authorizationList.filter((one) => BigInt(one.address) !== 0n && [0, chainId].includes(one.chainId))
  const signers = await Promise.all(
    given.map((authorization) => recoverAuthorizationAddress({ authorization } as never).catch(() => null)),
  )
  return [...new Set(signers.flatMap((signer) => lower(signer) ?? []))]
}

function lower(address: Address | null | undefined): Address | null {
  return address == null ? null : (address.toLowerCase() as Address)
}
