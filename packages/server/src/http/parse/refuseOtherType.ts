import type { TransactionRequest } from '../schemas/transactionBody.ts'
import { invalid, type WithoutNull } from './transactionMembers.ts'

type Member = keyof TransactionRequest

/** Members that only some types have (EIP-2930, EIP-1559, EIP-4844, EIP-7702), by type. */
const TYPES_WITH: Partial<Record<Member, readonly number[]>> = {
  gasPrice: [0, 1],
  accessList: [1, 2, 3, 4],
  maxFeePerGas: [2, 3, 4],
  maxPriorityFeePerGas: [2, 3, 4],
  maxFeePerBlobGas: [3],
  blobVersionedHashes: [3],
  authorizationList: [4],
}

/** As viem calls them. */
const NAMES = ['legacy', 'eip2930', 'eip1559', 'eip4844', 'eip7702']

/** What a type cannot be without, empty included (EIP-4844, EIP-7702). */
const REQUIRED: Partial<Record<number, Member>> = { 3: 'blobVersionedHashes', 4: 'authorizationList' }

/**
 * A transaction that says one type and has the members of another would not be signed as it is judged. Lists that are
 * empty are as good as absent; blobs and authorisations exclude each other without any type.
 * @throws ApiError VALIDATION_ERROR naming the member.
 */
export function refuseOtherType(body: WithoutNull<TransactionRequest>): void {
  const given = (Object.keys(TYPES_WITH) as Member[]).filter((name) => {
    const value = body[name]
    return value != null && !(typeof value === 'object' && Object.keys(value).length === 0)
  })
  if (body.type !== undefined) {
    const named = NAMES.indexOf(String(body.type))
    const type = named < 0 ? Number(body.type) : named
    const odd = given.find((name) => !TYPES_WITH[name]?.includes(type))
    if (odd) throw invalid(`body.${odd}: a transaction of type ${type} has none; leave it out, or body.type`)
    const required = REQUIRED[type]
    if (required && !given.includes(required))
      throw invalid(
        `body.${required}: a transaction of type ${type} needs at least one; add it, or leave out body.type`,
      )
    return
  }
  for (const name of given) {
    const other = given.find((one) => !TYPES_WITH[one]?.some((type) => TYPES_WITH[name]?.includes(type)))
    if (other) throw invalid(`body.${other}: no type of transaction has both ${other} and ${name}; leave one out`)
  }
}
