import type { Address } from '../address.ts'
import type { PrivilegeChange } from '../derive/shapes.ts'
import type { ApprovalChange, BalanceChange } from '../facts/changes.ts'
import type { ConditionKind, Measured, Reading } from './condition.ts'

/** The outcome that the verdict rests on. */
export type ShownOutcome = {
  account: Address
  balanceChanges: readonly BalanceChange[]
  approvalChanges: readonly ApprovalChange[]
  privilegeChanges: readonly PrivilegeChange[]
}

/** A reading that could be made before the calls and not after them. */
export type Lost = Reading & { before: bigint }

/** Values that burnt items no longer have. */
const OF_ITEMS: ReadonlySet<ConditionKind> = new Set(['item-owner', 'item-approval'])

/**
 * Returns what a batch of the calls takes, permits or hands on beyond what the scan showed, in a few words; null where nothing. Code can
 * tell a batch from another call, and what the batch does is what the assertion would enforce.
 */
export function worseThanShown(
  measured: readonly Measured[],
  lost: readonly Lost[],
  shown: ShownOutcome,
): string | null {
  for (const one of lost) {
    const leaves = !isHeld(one, shown) || itemRows(one, shown).some(({ change }) => change < 0n)
    if (!OF_ITEMS.has(one.kind) || !leaves) return `make ${one.kind} of ${one.target} unreadable`
  }
  const worse = measured.find((one) => isWorse(one, shown))
  return worse === undefined ? null : wordsOf(worse)
}

function wordsOf({ kind, target }: Measured): string {
  if (kind === 'native-balance') return 'take more coins'
  return /balance|item-owner/.test(kind) ? `take more of ${target}` : `change ${kind} of ${target} in another way`
}

function isWorse(one: Measured, shown: ShownOutcome): boolean {
  const { kind, before, after } = one
  switch (kind) {
    case 'native-balance':
    case 'token-balance':
    case 'item-balance':
      return before !== null && after - before < gainOf(one, shown)
    case 'item-owner':
      return isOwnerWorse(one, shown)
    case 'allowance':
    case 'operator':
    case 'permit2-amount':
      return exceeds(after, approvalsOf(one, shown)[0]?.after ?? before)
    case 'permit2-expiry':
      return approvalsOf(one, shown).length === 0 && exceeds(after, before)
    case 'item-approval': {
      const allowed = approvalsOf(one, shown).map(({ spender }) => BigInt(spender))
      return after !== 0n && before !== null && after !== before && !allowed.includes(after)
    }
    default:
      return (
        before !== null && after !== before && !shown.privilegeChanges.some(({ contract }) => contract === one.target)
      )
  }
}

function exceeds(after: bigint, allowed: bigint | null): boolean {
  return allowed !== null && after > allowed
}

/** Base units by which the scan showed the balance to change; of a collection, items. */
function gainOf({ kind, account, target, id }: Measured, { balanceChanges }: ShownOutcome): bigint {
  const rows = balanceChanges.filter((row) => row.account === account)
  if (kind === 'native-balance') return rows.find(({ assetType }) => assetType === 'native')?.change ?? 0n
  const ofToken = rows.filter(({ address }) => address === target)
  if (kind === 'item-balance') return ofToken.find(({ tokenId }) => tokenId === id)?.change ?? 0n
  const fungible = ofToken.find(({ assetType }) => assetType === 'erc20')
  if (fungible !== undefined) return fungible.change
  return ofToken.reduce((sum, { change, assetType }) => (assetType === 'erc721' ? sum + change : sum), 0n)
}

function isOwnerWorse(one: Measured, shown: ShownOutcome): boolean {
  const rows = itemRows(one, shown)
  if (rows.length === 0) return isHeld(one, shown) && one.after !== one.before
  const receiver = rows.find(({ change }) => change > 0n)
  if (receiver !== undefined) return one.after !== BigInt(receiver.account)
  return !rows.some(({ account }) => account === shown.account) && isHeld(one, shown) && one.after !== one.before
}

function isHeld({ before }: Pick<Measured, 'before'>, { account }: ShownOutcome): boolean {
  return before === BigInt(account)
}

function itemRows({ target, id }: Reading, { balanceChanges }: ShownOutcome): BalanceChange[] {
  return balanceChanges.filter(
    ({ address, tokenId, assetType }) => address === target && tokenId === id && assetType === 'erc721',
  )
}

function approvalsOf(
  { kind, target, account, other, id }: Measured,
  { approvalChanges }: ShownOutcome,
): ApprovalChange[] {
  return approvalChanges.filter((row) => {
    if (kind === 'item-approval') return row.token === target && row.tokenId === id
    if (row.owner !== account || row.spender !== other) return false
    if (kind.startsWith('permit2')) return row.standard === 'permit2' && BigInt(row.token) === id
    return row.token === target && row.standard !== 'permit2' && row.operator === (kind === 'operator')
  })
}
