import { ApiError } from '../errors.ts'
import { CHAIN_IDS, CHAINS, type Chain } from '../risk/chain.ts'
import type { Authorization, Hex, Transaction } from '../risk/facts.ts'
import type { TransactionScanInput } from '../scans/scanTransaction.ts'
import type { TransactionRequest } from './schemas/transactionBody.ts'
import { spelling } from './spelling.ts'

const UINT64 = 2n ** 64n - 1n
const UINT256 = 2n ** 256n - 1n
const DEFAULT_DEADLINE_MS = 3_000

/**
 * Reads a validated body: amounts become bigints, addresses lower case, and the caller's spellings are kept.
 * @throws ApiError VALIDATION_ERROR for what no schema can say (ranges, members that contradict each other).
 */
export function parseTransaction(body: TransactionRequest): TransactionScanInput {
  const { from, to, chain = 'ethereum', options = {} } = body
  refuseOtherChainId(chain, body)
  return {
    chain,
    transaction: readTransaction(body),
    spellings: [spelling('from', from), ...(to === null ? [] : [spelling('to', to)])],
    simulate: options.simulate ?? true,
    explain: options.explain ?? true,
    deadlineMs: options.deadlineMs ?? DEFAULT_DEADLINE_MS,
  }
}

/** To guess which of the two is meant would be to judge a transaction that is not the one to be signed. */
function refuseOtherChainId(chain: Chain, body: TransactionRequest): void {
  if (body.chainId === undefined) return
  const id = quantity('chainId', body.chainId, UINT256)
  if (id === BigInt(CHAIN_IDS[chain])) return
  const other = CHAINS.find((name) => BigInt(CHAIN_IDS[name]) === id)
  const given = `${body.chain === undefined ? 'the default of ' : ''}body.chain, ${chain}`
  const remedy = other ? `; for chain id ${id} send chain ${other}` : ''
  throw invalid(`body.chainId: expected ${CHAIN_IDS[chain]}, the id of ${given}, got ${id}${remedy}`)
}

function readTransaction(body: TransactionRequest): Transaction {
  if (body.gasPrice !== undefined && (body.maxFeePerGas ?? body.maxPriorityFeePerGas) !== undefined) {
    throw invalid('body.gasPrice: expected either gasPrice or maxFeePerGas and maxPriorityFeePerGas, not both')
  }
  return {
    from: lower(body.from),
    to: body.to === null ? null : lower(body.to),
    value: quantity('value', body.value ?? '0', UINT256),
    data: callData(body),
    ...optional('gas', body.gas, UINT64),
    ...optional('gasPrice', body.gasPrice, UINT256),
    ...optional('maxFeePerGas', body.maxFeePerGas, UINT256),
    ...optional('maxPriorityFeePerGas', body.maxPriorityFeePerGas, UINT256),
    ...optional('nonce', body.nonce, UINT64),
    ...(body.accessList && {
      accessList: body.accessList.map(({ address, storageKeys }) => ({
        address: lower(address),
        storageKeys: storageKeys.map(lower),
      })),
    }),
    ...(body.authorizationList && { authorizationList: body.authorizationList.map(readAuthorization) }),
  }
}

function callData({ data, input }: TransactionRequest): Hex {
  if (data !== undefined && input !== undefined && data.toLowerCase() !== input.toLowerCase()) {
    throw invalid('body.input: expected the same bytes as body.data, of which it is another name; send one of them')
  }
  return lower(data ?? input ?? '0x')
}

type AuthorizationRequest = NonNullable<TransactionRequest['authorizationList']>[number]

function readAuthorization(entry: AuthorizationRequest, index: number): Authorization {
  const at = `authorizationList[${index}]`
  const { yParity, r, s } = entry
  return {
    chainId: Number(quantity(`${at}.chainId`, entry.chainId, BigInt(Number.MAX_SAFE_INTEGER))),
    address: lower(entry.address),
    nonce: quantity(`${at}.nonce`, entry.nonce, UINT64),
    ...(yParity !== undefined && { yParity: Number(quantity(`${at}.yParity`, yParity, 1n)) }),
    ...(r !== undefined && { r: lower(r) }),
    ...(s !== undefined && { s: lower(s) }),
  }
}

function optional<Name extends 'gas' | 'gasPrice' | 'maxFeePerGas' | 'maxPriorityFeePerGas' | 'nonce'>(
  name: Name,
  text: string | undefined,
  most: bigint,
): Partial<Record<Name, bigint>> {
  return text === undefined ? {} : ({ [name]: quantity(name, text, most) } as Record<Name, bigint>)
}

function quantity(path: string, given: string | number, most: bigint): bigint {
  const value = BigInt(given)
  if (value > most) throw invalid(`body.${path}: expected at most ${most}`)
  return value
}

/** The schema has checked that it is hexadecimal. */
function lower(text: string): Hex {
  return text.toLowerCase() as Hex
}

function invalid(detail: string): ApiError {
  return new ApiError('VALIDATION_ERROR', { detail })
}
