import { SAFE_LIBRARIES } from '../accounts/knownAddresses.ts'
import { type Trust, trustOf } from '../accounts/trust.ts'
import type { Address } from '../address.ts'
import { SELECTORS } from '../contract/selectors.ts'
import type { Account } from '../facts/account.ts'
import type { DecodedCall } from '../facts/decodedCall.ts'
import type { Transaction } from '../facts/transaction.ts'
import type { Payee } from './shapes.ts'

/** Accounts by address, as far as they are known. */
type Accounts = Readonly<Record<Address, Account>>

/**
 * Derives the receivers of the plain transfers, native and token, that the call data asks for on behalf of the principals. Value
 * sent to an account that runs no code of its own is a payment, whatever data comes with it; a delegated EOA (EIP-7702) too.
 * Inner calls are believed only of contracts known to make them: any contract can name its function `aggregate3`.
 */
export function derivePayees(
  transaction: Transaction,
  steps: readonly DecodedCall[],
  { principals, accounts }: { principals: readonly Address[]; accounts: Accounts },
): Payee[] {
  const [root] = steps
  return root ? walk(root, transaction.from, { transaction, principals, accounts, isRoot: true }) : []
}

type Context = { transaction: Transaction; principals: readonly Address[]; accounts: Accounts; isRoot?: boolean }

/** Walks depth first with the caller of each call: the `transfer` of an open executor moves its own tokens, not ours. */
function walk(step: DecodedCall, caller: Address, context: Context): Payee[] {
  const { isRoot, ...rest } = context
  if (step.calls.length === 0) return payeesOf(step, caller, context)
  if (!makesItsCalls(step.to, context)) return []
  return step.calls.flatMap((inner) => walk(inner, callerWithin(step, inner, caller), { ...rest, isRoot: false }))
}

const MAKES_CALLS: ReadonlySet<Trust> = new Set(['known', 'open-executor'])

/** The account itself, its Safe, the libraries that Safes run as their own code, a bundle without a callee, and named contracts. */
function makesItsCalls(to: Address | null, { principals, accounts, transaction }: Context): boolean {
  if (to === null || to === transaction.from || principals.includes(to) || SAFE_LIBRARIES.has(to)) return true
  const account = accounts[to]
  return account !== undefined && MAKES_CALLS.has(trustOf(account))
}

/** A multicall into itself keeps the caller; so does a batch that a Safe runs as its own code. */
function callerWithin(step: DecodedCall, inner: DecodedCall, caller: Address): Address {
  const keeps = step.to === inner.to || step.functionName === 'multiSend'
  return keeps || step.to === null ? caller : step.to
}

function payeesOf(step: DecodedCall, caller: Address, { transaction, principals, accounts, isRoot }: Context): Payee[] {
  const { to, selector, args, value } = step
  if (to === null) return []
  if (step.abi === ROUTER_COMMAND) return paidByRouter(step, { principals, accounts, transaction })
  const bare = isRoot ? transaction.data === '0x' : selector === null && step.functionName === null
  if (value > 0n && (bare || runsNothing(accounts[to])))
    return to === transaction.from ? [] : [{ address: to, asset: null, tokenId: null, amount: value }]
  if (bare) return []
  const payee = (address: unknown, amount: unknown, tokenId: unknown = null): Payee[] =>
    typeof address === 'string' && typeof amount === 'bigint'
      ? [{ address: address as Address, asset: to, tokenId: typeof tokenId === 'bigint' ? tokenId : null, amount }]
      : []
  const ours = principals.some((principal) => principal === args[0])
  switch (selector) {
    case SELECTORS.transfer:
      return principals.includes(caller) ? payee(args[0], args[1]) : []
    case SELECTORS.transferFrom:
      // The same selector moves an amount (ERC-20) or a token id (ERC-721); only the matched ABI tells them apart.
      if (!ours) return []
      return step.abi === 'erc721' ? payee(args[1], 1n, args[2]) : payee(args[1], args[2])
    case SELECTORS.safeTransferFrom:
    case SELECTORS.safeTransferFromWithData:
      return ours ? payee(args[1], 1n, args[2]) : []
    case SELECTORS.safeTransferFrom1155:
      return ours ? payee(args[1], args[3], args[2]) : []
    case SELECTORS.transferId:
      return principals.includes(caller) ? payee(args[0], args[2], args[1]) : []
    case SELECTORS.transferFromId:
      return ours ? payee(args[1], args[3], args[2]) : []
    case SELECTORS.safeBatchTransferFrom:
      return ours && Array.isArray(args[2])
        ? args[2].flatMap((id, at) => payee(args[1], Array.isArray(args[3]) ? args[3][at] : null, id))
        : []
    default:
      return []
  }
}

/** Name that `commandCall` gives to Uniswap's Universal Router: its commands have no selector. */
const ROUTER_COMMAND = 'universal-router-command'

/** Returns the payments among the commands of a router that is known to execute them: of the payer's tokens, or its coins. */
function paidByRouter({ to, functionName, args }: DecodedCall, context: Context): Payee[] {
  if (!makesItsCalls(to, context)) return []
  const payee = (address: unknown, asset: unknown, amount: unknown): Payee[] =>
    typeof address === 'string' && typeof asset === 'string' && typeof amount === 'bigint'
      ? [
          {
            address: address as Address,
            asset: BigInt(asset) === 0n ? null : (asset as Address),
            tokenId: null,
            amount,
          },
        ]
      : []
  switch (functionName) {
    case 'PERMIT2_TRANSFER_FROM':
      return payee(args[1], args[0], args[2])
    case 'PERMIT2_TRANSFER_FROM_BATCH':
      return Array.isArray(args[0])
        ? args[0].flatMap(([from, receiver, amount, token]) =>
            context.principals.includes(from) ? payee(receiver, token, amount) : [],
          )
        : []
    case 'TRANSFER':
      // Tokens in the router are bought ones; coins in it came with the call.
      return typeof args[0] === 'string' && BigInt(args[0]) === 0n ? payee(args[1], args[0], args[2]) : []
    default:
      return []
  }
}

function runsNothing(account: Account | undefined): boolean {
  return account !== undefined && account.class !== 'contract'
}
