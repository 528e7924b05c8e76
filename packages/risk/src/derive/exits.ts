import { spenderKindOf } from '../accounts/spenderKind.ts'
import type { Address } from '../address.ts'
import { SELECTORS } from '../contract/selectors.ts'
import type { Account } from '../facts/account.ts'
import type { ApprovalChange, BalanceChange } from '../facts/changes.ts'
import type { ContractJudgement } from '../facts/contractJudgement.ts'
import type { DecodedCall } from '../facts/decodedCall.ts'
import type { Transaction } from '../facts/transaction.ts'
import type { Grant, Loss, Movement, Movements, Part, PrivilegeChange } from './shapes.ts'

/** Functions of tokens by which a holder acts on its own balances and allowances alone. */
const OF_TOKENS: ReadonlySet<string> = new Set([
  SELECTORS.transfer,
  SELECTORS.transferFrom,
  SELECTORS.safeTransferFrom,
  SELECTORS.safeTransferFromWithData,
  SELECTORS.safeTransferFrom1155,
  SELECTORS.safeBatchTransferFrom,
  SELECTORS.approve,
  SELECTORS.increaseAllowance,
  SELECTORS.increaseApproval,
  SELECTORS.setApprovalForAll,
  SELECTORS.transferId,
  SELECTORS.transferFromId,
  SELECTORS.approveId,
  SELECTORS.setOperator,
  SELECTORS.permit,
  SELECTORS.daiPermit,
])
/** Dust is what a drainer gives away to look like a withdrawal. */
const MIN_TAKEN_BACK_USD = 1

type Executed = {
  /** All of it ran to its end. */
  success: boolean
  movements: Movements
  balanceChanges: readonly BalanceChange[]
  approvalChanges: readonly ApprovalChange[]
  /** Of several calls, what each alone moves. */
  parts: readonly Part[]
}
type Input = {
  judgements: readonly ContractJudgement[]
  transaction: Transaction
  steps: readonly DecodedCall[]
  principals: readonly Address[]
  grants: readonly Grant[]
  privilegeChanges: readonly PrivilegeChange[]
  /** Null where nothing was executed, or it is not known in full what came of it. */
  executed: Executed | null
}

/**
 * Contracts that the transaction calls without putting anything at their mercy. Either it only moves or approves the contract's own
 * tokens, which is judged by who receives them. Or execution shows that the principals lose nothing but what the contract itself issued,
 * give no power to anyone unknown, and take back something of value or a power.
 */
export function deriveExits(input: Input): Address[] {
  return input.judgements.flatMap((judgement) => {
    const calls = input.steps.filter(({ to }) => to === judgement.address)
    if (calls.length === 0 || calls.some(({ operation }) => operation === 1) || givesPower(input, judgement)) return []
    const executed = input.executed && ofContract(input.executed, judgement.address)
    if (executed !== null && !executed.movements.lost.every((loss) => isOwnAsset(loss, judgement))) return []
    const isExit = isTokenOnlyCall(calls, judgement.account) || takesBack({ ...input, executed }, judgement)
    return isExit ? [judgement.address] : []
  })
}

/** Of several calls only those that have to do with the contract: a trade beside a withdrawal is judged by itself. */
function ofContract(executed: Executed, address: Address): Executed {
  const parts = executed.parts.filter(
    ({ decodedSteps, balanceChanges, movements }) =>
      decodedSteps.some(({ to }) => to === address) ||
      balanceChanges.some(({ account }) => account === address) ||
      movements.lost.some((loss) => loss.address === address || loss.takers.includes(address)),
  )
  if (parts.length === 0) return executed
  return {
    ...executed,
    movements: {
      lost: parts.flatMap(({ movements }) => movements.lost),
      gained: parts.flatMap(({ movements }) => movements.gained),
    },
    balanceChanges: parts.flatMap(({ balanceChanges }) => balanceChanges),
  }
}

/** Whether a token is only told to move its own balances or to change its own allowances. */
export function isTokenOnlyCall(calls: readonly DecodedCall[], { token }: Account): boolean {
  return (
    token !== null && calls.every(({ value, selector }) => value === 0n && selector !== null && OF_TOKENS.has(selector))
  )
}

/** Permissions over the contract's own tokens are judged by their spenders. */
function givesPower(
  { grants, privilegeChanges, principals, transaction }: Input,
  { address }: ContractJudgement,
): boolean {
  if ((transaction.authorizationList ?? []).length > 0) return true
  const passed = privilegeChanges.some(
    ({ to, fails }) => to !== null && fails !== true && BigInt(to) !== 0n && !principals.includes(to),
  )
  return (
    passed ||
    grants.some(({ token, spenderAccount }) => token !== address && spenderKindOf(spenderAccount) !== 'protocol')
  )
}

/** Tokens of the contract, and receipts that are burned: only who issued a token can make it vanish. */
function isOwnAsset({ address, takers }: Loss, contract: ContractJudgement): boolean {
  return address !== null && (address === contract.address || takers.length === 0)
}

function takesBack({ steps, principals, executed }: Input, { address }: ContractJudgement): boolean {
  if (executed === null || !executed.success) return false
  const reduced = executed.approvalChanges.some(
    ({ owner, token, spender, before, after }) =>
      principals.includes(owner) && (token === address || spender === address) && before !== null && after < before,
  )
  if (reduced) return true
  const others = steps.some(({ to }) => to !== null && to !== address && !principals.includes(to))
  const returned = executed.movements.gained.filter((gain) => {
    if (gain.address === address) return false
    // Beside other calls only what the contract itself pays out comes of calling it.
    return !others || executed.balanceChanges.some((row) => row.account === address && isPaidOut(row, gain))
  })
  return returned.reduce((sum, { usd }) => sum + (usd ?? 0), 0) >= MIN_TAKEN_BACK_USD
}

function isPaidOut(row: BalanceChange, gain: Movement): boolean {
  return row.change <= -gain.amount && row.address === gain.address && row.tokenId === gain.tokenId
}
