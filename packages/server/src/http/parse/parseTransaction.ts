import { CHAIN_IDS, CHAINS } from '@redoubt/risk/chain.ts'
import type { AddressSpelling, BundleCall, Transaction } from '@redoubt/risk/facts/transaction.ts'
import type { TransactionScanInput } from '../../usecases/scans/transaction/scanTransaction.ts'
import type { TransactionRequest } from '../schemas/transactionBody.ts'
import { spelling } from './parseEntity.ts'
import { parseOrigin } from './parseOrigin.ts'
import { parseProtect } from './parseProtect.ts'
import { parseUserOperation } from './parseUserOperation.ts'
import { readAuthorization } from './readAuthorization.ts'
import {
  callData,
  invalid,
  lower,
  quantity,
  UINT64,
  UINT256,
  type WithoutNull,
  withoutNull,
} from './transactionMembers.ts'

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

const DEFAULT_DEADLINE_MS = 3_000

type Given = WithoutNull<TransactionRequest>

/**
 * Reads a validated body: amounts become bigints, addresses lower case, and the caller's spellings are kept.
 * @throws ApiError VALIDATION_ERROR for what no schema can say (ranges, members that contradict each other).
 */
export function parseTransaction(request: TransactionRequest): TransactionScanInput {
  const body = asToBeSigned(withoutNull(request))
  const { chain = 'ethereum', options = {} } = body
  refuseOtherChainId(body, body.chainId, 'chainId')
  // The two are the same on all networks that are known here.
  refuseOtherChainId(body, body.networkId, 'networkId')
  return {
    chain,
    transaction: readTransaction(body),
    spellings: spellingsOf(body),
    origin: parseOrigin(body.origin),
    simulate: options.simulate ?? true,
    explain: options.explain ?? true,
    deadlineMs: options.deadlineMs ?? DEFAULT_DEADLINE_MS,
    ...(options.trace && { trace: true }),
    ...(options.fork === 'next' && { nextFork: true }),
    ...(options.protect && { protect: parseProtect(options.protectBounds) }),
  }
}

function spellingsOf({ from, to, calls = [], userOperation, entryPoint }: Given): AddressSpelling[] {
  const sender = from ?? userOperation?.sender
  return [
    ...(sender === undefined ? [] : [spelling('from', sender)]),
    ...(to == null ? [] : [spelling('to', to)]),
    ...(entryPoint == null ? [] : [spelling('entryPoint', entryPoint)]),
    ...calls.flatMap((call, at) => (call.to == null ? [] : [spelling(`calls[${at}].to`, call.to)])),
  ]
}

/** A node answers of a sent transaction also the price that it paid, which is no member of an EIP-1559 transaction. */
function asToBeSigned({ gasPrice, ...body }: Given): Given {
  const paid = body.hash !== undefined && body.maxFeePerGas !== undefined
  return gasPrice === undefined || paid ? body : { ...body, gasPrice }
}

/** To guess which of the two is meant would be to judge a transaction that is not the one to be signed. */
function refuseOtherChainId(body: Given, chainId: string | number | undefined, path: string): void {
  if (chainId === undefined) return
  const { chain = 'ethereum' } = body
  const id = quantity(path, chainId, UINT256)
  if (id === BigInt(CHAIN_IDS[chain])) return
  const other = CHAINS.find((name) => BigInt(CHAIN_IDS[name]) === id)
  const given = `${body.chain === undefined ? 'the default of ' : ''}body.chain, ${chain}`
  const remedy = other ? `; for chain id ${id} send chain ${other}` : ''
  throw invalid(`body.${path}: expected ${CHAIN_IDS[chain]}, the id of ${given}, got ${id}${remedy}`)
}

function readTransaction(body: Given): Transaction {
  if (body.gasPrice !== undefined && (body.maxFeePerGas ?? body.maxPriorityFeePerGas) !== undefined) {
    throw invalid('body.gasPrice: expected either gasPrice or maxFeePerGas and maxPriorityFeePerGas, not both')
  }
  refuseOtherType(body)
  refuseOtherBlobs(body)
  const { from, to, calls, userOperation } = body
  if (userOperation || calls) refuseBeside(userOperation ? 'userOperation' : 'calls', body)
  if (userOperation) return parseUserOperation(body, userOperation)
  if (from === undefined || (to === undefined && !calls)) throw missing(body)
  return {
    from: lower(from),
    ...(calls ? readCalls(body, calls) : readCall(body)),
    ...optional('gas', gasOf(body), UINT64),
    ...optional('gasPrice', body.gasPrice, UINT256),
    ...optional('maxFeePerGas', body.maxFeePerGas, UINT256),
    ...optional('maxPriorityFeePerGas', body.maxPriorityFeePerGas, UINT256),
    ...optional('nonce', body.nonce, UINT64),
    ...optional('maxFeePerBlobGas', body.maxFeePerBlobGas, UINT256),
    ...(body.blobVersionedHashes && { blobVersionedHashes: body.blobVersionedHashes.map(lower) }),
    ...(body.accessList && { accessList: readAccessList(body.accessList) }),
    ...(body.authorizationList && {
      authorizationList: body.authorizationList.map((entry, at) =>
        readAuthorization(entry, `authorizationList[${at}]`),
      ),
    }),
  }
}

/** What a wallet cannot mean beside a bundle or a user operation: only one of them would be executed. */
const EXCLUDED = [
  'to',
  'value',
  'data',
  'input',
  'authorizationList',
  'blobVersionedHashes',
  'maxFeePerBlobGas',
  'blobs',
  'sidecars',
] as const
/** An operation has these of its own. */
const OF_ITS_OWN = [
  'calls',
  'gas',
  'gasLimit',
  'gasPrice',
  'maxFeePerGas',
  'maxPriorityFeePerGas',
  'nonce',
  'accessList',
] as const

function refuseBeside(kind: 'calls' | 'userOperation', body: Given): void {
  const names = kind === 'calls' ? EXCLUDED : [...EXCLUDED, ...OF_ITS_OWN]
  const given = names.find((name) => body[name] != null)
  if (given) throw invalid(`body.${given}: expected either body.${kind} or body.${given}, not both`)
}

function missing({ from, to }: Given): Error {
  const complaints = [
    ...(from === undefined ? ['body.from: missing, expected 0x followed by 40 hex digits'] : []),
    ...(to === undefined ? ['body.to: missing, expected 0x followed by 40 hex digits or null'] : []),
  ]
  return invalid(complaints.join('; '))
}

function readCall(body: Given): Pick<Transaction, 'to' | 'value' | 'data'> {
  return {
    to: body.to == null ? null : lower(body.to),
    value: quantity('value', body.value ?? '0', UINT256),
    data: callData('body', body),
  }
}

/** Which of the callees stands for the bundle is chosen when they are known. */
function readCalls(
  body: Given,
  given: NonNullable<TransactionRequest['calls']>,
): Pick<Transaction, 'to' | 'value' | 'data' | 'calls' | 'atomic'> {
  const calls = given.map(withoutNull).map((call, at): BundleCall => {
    refuseOtherChainId(body, call.chainId, `calls[${at}].chainId`)
    if (call.from !== undefined && lower(call.from) !== lower(body.from ?? ''))
      throw invalid(`body.calls[${at}].from: expected body.from, which makes all of the calls, or nothing`)
    return {
      to: call.to == null ? null : lower(call.to),
      value: quantity(`calls[${at}].value`, call.value ?? '0', UINT256),
      data: callData(`body.calls[${at}]`, call),
    }
  })
  const value = calls.reduce((sum, call) => sum + call.value, 0n)
  if (value > UINT256) throw invalid(`body.calls: expected values of at most ${UINT256} together`)
  return {
    to: calls[0]?.to ?? null,
    value,
    data: `0x${calls.map(({ data }) => data.slice(2)).join('')}`,
    calls,
    atomic: body.atomicRequired ?? false,
  }
}

function optional<
  Name extends 'gas' | 'gasPrice' | 'maxFeePerGas' | 'maxPriorityFeePerGas' | 'maxFeePerBlobGas' | 'nonce',
>(name: Name, text: string | number | undefined, max: bigint): Partial<Record<Name, bigint>> {
  return text === undefined ? {} : ({ [name]: quantity(name, text, max) } as Record<Name, bigint>)
}

/** `gas`, or its other name `gasLimit`. */
function gasOf({ gas, gasLimit }: Given): string | number | undefined {
  if (gas !== undefined && gasLimit !== undefined && BigInt(gas) !== BigInt(gasLimit))
    throw invalid('body.gasLimit: expected the same as body.gas, its other name; send one of them')
  return gas ?? gasLimit
}

function readAccessList(given: NonNullable<Given['accessList']>): NonNullable<Transaction['accessList']> {
  const entries = Array.isArray(given) ? given : Object.entries(given)
  return entries.map((entry) => {
    const [address, storageKeys] = Array.isArray(entry) ? entry : [entry.address, entry.storageKeys]
    return { address: lower(address), storageKeys: storageKeys.map(lower) }
  })
}

/** What a contract sees of blobs are their hashes: without them a transaction that reads them would be judged as another. */
function refuseOtherBlobs({ blobs, sidecars, blobVersionedHashes = [] }: Given): void {
  for (const [name, given] of Object.entries({ blobs, sidecars })) {
    const count = Array.isArray(given) ? given.length : 0
    if (count > 0 && count !== blobVersionedHashes.length)
      throw invalid(`body.blobVersionedHashes: expected ${count}, one for each of body.${name}`)
  }
}

type Member = keyof TransactionRequest

/**
 * A transaction that says one type and has the members of another would not be signed as it is judged. Lists that are
 * empty are as good as absent; blobs and authorisations exclude each other without any type.
 * @throws ApiError VALIDATION_ERROR naming the member.
 */
function refuseOtherType(body: WithoutNull<TransactionRequest>): void {
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
