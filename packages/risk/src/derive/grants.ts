import { encodeFunctionData, parseAbi, parseAbiItem } from 'viem/utils'
import { spenderKindOf } from '../accounts/spenderKind.ts'
import type { Address } from '../address.ts'
import { SELECTORS } from '../contract/selectors.ts'
import type { Account } from '../facts/account.ts'
import type { ApprovalChange, BalanceChange } from '../facts/changes.ts'
import type { DecodedCall } from '../facts/decodedCall.ts'
import { permissionKey } from './loggedApprovals.ts'
import type { Grant } from './shapes.ts'
import type { ReadCall } from './tokenPulls.ts'

type Change = Omit<Grant, 'spenderAccount' | 'balance'>
const ZERO = `0x${'0'.repeat(40)}`
/** Maxima of tokens that count in uint96 or uint112: they read them as unlimited, as Permit2 reads uint160. */
const MAXIMA: ReadonlySet<bigint> = new Set([2n ** 96n - 1n, 2n ** 112n - 1n])
const BEYOND_ANY_SUPPLY = 2n ** 128n

/**
 * Derives the permissions of the principals that the transaction gives or enlarges. Executed changes come first; a permission
 * that only the call data asks for is added where execution shows nothing for that token and spender, so that a failing or
 * unsimulated approval is still judged; one that was executed and is as before was used up or revoked. Revoked, lowered and consumed permissions are not grants.
 */
export function deriveGrants(input: {
  /** Null when the transaction was not simulated. */
  approvalChanges: readonly ApprovalChange[] | null
  steps: readonly DecodedCall[]
  principals: readonly Address[]
  spenders: Readonly<Record<Address, Account>>
  /** Of permissions that the execution logged: see `loggedApprovals`. */
  logged?: ReadonlySet<string>
  /** What moved names its tokens: call data does not. */
  moved?: readonly Pick<BalanceChange, 'address' | 'symbol' | 'decimals'>[]
}): Grant[] {
  const executed = (input.approvalChanges ?? []).filter(({ owner }) => input.principals.includes(owner))
  const seen = new Set(executed.map(keyOf))
  const asked = input.steps
    .flatMap((step) => requestedPermissions(step, input.principals))
    .map((one): Change => {
      const named = input.moved?.find(({ address, decimals }) => address === one.token && decimals !== null)
      return named === undefined ? one : { ...one, symbol: named.symbol, decimals: named.decimals }
    })
    .filter((one) => !seen.has(keyOf(one)) && input.logged?.has(keyOf(one)) !== true)
  const changes: Change[] = [...executed.map((one): Change => ({ ...one, shownBy: 'simulation' })), ...asked]
  return (
    changes
      .filter(({ before, after, spender }) => after > (before ?? 0n) && spender !== ZERO)
      // The owner of the tokens may move them anyway.
      .filter(({ owner, spender }) => spender !== owner)
      .map((change) => {
        const spenderAccount = input.spenders[change.spender]
        // A grant to a spender that was not looked up cannot be judged.
        if (!spenderAccount) throw new Error(`the account of spender ${change.spender} is not known`)
        return { ...change, spenderAccount, balance: null }
      })
  )
}

function keyOf({ token, spender, standard }: Pick<Change, 'token' | 'spender' | 'standard'>): string {
  return permissionKey(token, spender, standard === 'permit2')
}

/** Returns the permissions that one call asks for by its call data, lowered and revoked ones too. */
export function requestedPermissions(step: DecodedCall, principals: readonly Address[]): Change[] {
  const [first, second, third, fourth, fifth] = step.args
  const caller = principals.at(-1)
  const grant = (token: unknown, spender: unknown, amount: unknown, more: Partial<Change> = {}): Change[] => {
    if (typeof token !== 'string' || typeof spender !== 'string' || typeof amount !== 'bigint' || !caller) return []
    return [
      {
        token: token as Address,
        symbol: null,
        decimals: null,
        standard: 'erc20',
        owner: caller,
        spender: spender as Address,
        tokenId: null,
        before: null,
        after: amount,
        operator: false,
        unlimited: amount >= BEYOND_ANY_SUPPLY || MAXIMA.has(amount),
        expiration: null,
        shownBy: 'call-data',
        ...more,
      },
    ]
  }
  switch (step.selector) {
    case SELECTORS.approve:
      return step.abi === 'erc721' && typeof second === 'bigint'
        ? grant(step.to, first, 1n, { standard: 'erc721', tokenId: second })
        : grant(step.to, first, second)
    case SELECTORS.increaseAllowance:
    case SELECTORS.increaseApproval:
      return grant(step.to, first, second)
    case SELECTORS.setApprovalForAll:
      return second === true ? grant(step.to, first, 1n, { standard: 'erc721', operator: true, unlimited: true }) : []
    case SELECTORS.permit2Approve:
      return grant(first, second, third, {
        standard: 'permit2',
        expiration: typeof fourth === 'bigint' ? fourth : null,
      })
    case SELECTORS.permit:
      return principals.some((one) => one === first) ? grant(step.to, second, third, { owner: first as Address }) : []
    case SELECTORS.daiPermit:
      return fifth === true && principals.some((one) => one === first)
        ? grant(step.to, second, 2n ** 256n - 1n, { owner: first as Address })
        : []
    case SELECTORS.approveId:
      return typeof second === 'bigint' ? grant(step.to, first, third, { standard: 'erc6909', tokenId: second }) : []
    default:
      return []
  }
}

const ERC20 = parseAbi(['function balanceOf(address holder) view returns (uint256)'])
const ERC6909 = parseAbi(['function balanceOf(address holder, uint256 id) view returns (uint256)'])

/** More bounded approvals than this in one transaction are a finding of their own. */
const MAX_BALANCES = 16

/**
 * Joins each bounded approval to an unknown contract with what its owner holds at the block: a bound that is the whole
 * balance bounds nothing. Other grants are judged without it and cost no read. An unanswered read leaves null.
 */
export function gatherGrantBalances(grants: readonly Grant[], read: ReadCall): Promise<Grant[]> {
  const answers = new Map<string, Promise<bigint | null>>()
  return Promise.all(
    grants.map(async (grant) => {
      const { token, owner, operator, unlimited, tokenId, spenderAccount } = grant
      const isOfId = grant.standard === 'erc6909' && tokenId !== null
      if (operator || unlimited || (tokenId !== null && !isOfId) || spenderKindOf(spenderAccount) !== 'unknown')
        return grant
      const key = `${token} ${owner} ${tokenId}`
      if (!answers.has(key) && answers.size >= MAX_BALANCES) return grant
      const data = isOfId
        ? encodeFunctionData({ abi: ERC6909, functionName: 'balanceOf', args: [owner, tokenId] })
        : encodeFunctionData({ abi: ERC20, functionName: 'balanceOf', args: [owner] })
      // Null is no reassurance to the detectors: a bound against an unknown balance asks for a review.
      const answer =
        answers.get(key) ??
        read({ to: token, data }).then(
          (word) => (word !== null && word.length === 66 ? BigInt(word) : null),
          () => null,
        )
      answers.set(key, answer)
      return { ...grant, balance: await answer }
    }),
  )
}

/** Parameter names for the receiver of the proceeds in functions that trade, deposit or pay out. */
const RECEIVER = /^_?(to|recipient|receiver|beneficiary|dst_?receiver|on_?behalf_?of|mint_?to)_?$/i

type Parameter = { name?: string | undefined; type: string; components?: readonly Parameter[] }

/** Addresses that the call names as receivers, in its parameters and in tuples among them; none where they have no names. */
export function namedReceivers({ signature, args }: Pick<DecodedCall, 'signature' | 'args'>): Address[] {
  const found = new Set<Address>()
  const visit = (value: unknown, parameter: Parameter) => {
    const { name = '', type, components = [] } = parameter
    if (type === 'address' && RECEIVER.test(name) && typeof value === 'string')
      found.add(value.toLowerCase() as Address)
    if (!Array.isArray(value)) return
    if (type === 'tuple') for (const [at, member] of components.entries()) visit(value[at], member)
    else if (type.startsWith('tuple[')) {
      const one = { ...parameter, type: type.slice(0, type.lastIndexOf('[')) }
      for (const each of value) visit(each, one)
    }
  }
  for (const [at, parameter] of inputsOf(signature).entries()) visit(args[at], parameter)
  return [...found]
}

/** Returns the parameters; none where a published interface has types that cannot be parsed. */
function inputsOf(signature: string | null): readonly Parameter[] {
  if (signature === null) return []
  try {
    const item = parseAbiItem(`function ${signature}` as string)
    return 'inputs' in (item as object) ? (item as { inputs: readonly Parameter[] }).inputs : []
  } catch {
    return []
  }
}
