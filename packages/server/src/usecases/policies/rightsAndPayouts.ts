import type { Address } from '@redoubt/risk/address.ts'
import { worstUse } from '@redoubt/risk/contract/guardedPullHits.ts'
import type { PrivilegeChange } from '@redoubt/risk/derive/shapes.ts'
import type { GatheredFacts } from '@redoubt/risk/engine/gatherFacts.ts'
import type { BalanceChange } from '@redoubt/risk/facts/changes.ts'
import type { Facts } from '@redoubt/risk/facts/facts.ts'
import type { RightFact } from '@redoubt/risk/facts/right.ts'
import type { GrantedRight, Outflow } from '../../domain/policy/effects.ts'

// What a wallet lets go inside of contracts, where none of its own balances shows it.

const ZERO: Address = `0x${'0'.repeat(40)}`

/**
 * The rights that an executed transaction gives to others beside approvals. Left out: a right over nothing but what the transaction pays in,
 * which is counted as the payment; a contract of the sender's own; code that was executed and acts for the owner of the assets alone; a
 * wallet that the sender alone controls. Null: it is not known whether there are any.
 * @param wallet of one wallet alone; null: of all that act.
 */
export function rightsOf(
  { facts, incomplete }: Pick<GatheredFacts, 'facts' | 'incomplete'>,
  wallet: Address | null = null,
): GrantedRight[] | null {
  const { rights, privilegeChanges, ownWallets = [], grants = [] } = facts
  const principals = facts.principals ?? []
  const own = new Set(ownWallets.flatMap(({ address, alone }) => (alone ? [address] : [])))
  const executed = (rights ?? [])
    .filter(({ account }) => wallet === null || account === wallet)
    .filter((right) => !right.own && !right.fresh && !servesOwnerAlone(right) && !own.has(right.holder))
    .filter(({ kind, holder, asset }) => {
      const isApproval = grants.some(({ spender, token }) => spender === holder && token === asset)
      return kind !== 'wallet' || !isApproval
    })
    .map(({ holder, contract, kind, asset }): GrantedRight => {
      const isControl = kind === 'control' || kind === 'ownership'
      return isControl ? { holder, contract } : { holder, contract, asset }
    })
  const logged = (privilegeChanges ?? [])
    .filter(({ contract, from }) => wallet === null || from === null || from === wallet || contract === wallet)
    .filter((change) => change.fails !== true && isGiven(change, principals) && !own.has(change.to ?? ZERO))
    .map(({ to, contract }): GrantedRight => ({ holder: to ?? contract, contract }))
  const all = new Map([...executed, ...logged].map((one) => [`${one.holder} ${one.contract} ${one.asset}`, one]))
  const isKnown = rights !== undefined && privilegeChanges !== undefined && !('rights' in incomplete)
  return all.size === 0 && !isKnown ? null : [...all.values()]
}

/** Its code was executed in full, and no other account can make it act on the assets. */
function servesOwnerAlone({ use, holderAccount }: RightFact): boolean {
  return use?.complete === true && worstUse(use.pulls, holderAccount) === null
}

/** Whether control passes from the wallet to another account. A contract that the wallet only calls has owners of its own. */
function isGiven({ kind, contract, from, to }: PrivilegeChange, principals: readonly Address[]): boolean {
  if (principals.includes(contract)) return kind === 'safe-threshold' || (to !== null && to !== ZERO)
  if (to === null || to === ZERO || kind === 'implementation') return false
  return from === null || from === ZERO || principals.includes(from)
}

/** Share of a loss by which what others gain may be more, for the noise of prices. */
const NOISE = 1.01

type Payouts = Pick<Facts, 'transaction'> & Partial<Facts>

/**
 * What contracts pay to accounts that the call names, beyond what the wallet gives for it: a withdrawal of the wallet's deposit to another
 * account. Left out: what wallets lose, which is judged as theirs, and accounts that give something in return.
 * @param actors wallets that act in the transaction by a signature or call of their own, whose policies count by themselves.
 */
export function payoutsOf(facts: Payouts, actors: readonly Address[] = []): (Outflow & { to: Address })[] {
  const { transaction, balanceChanges = [], principals = [transaction.from], counterparties = {} } = facts
  const data = [transaction.data, ...(transaction.calls ?? []).map((call) => call.data)].join('').toLowerCase()
  const isNamed = (account: Address) => data.includes(`${'0'.repeat(24)}${account.slice(2)}`)
  const own = new Set([...principals, ...(facts.controllers ?? [])])
  const isByContracts = ({ address, tokenId }: BalanceChange) => {
    const losing = balanceChanges.filter((row) => row.address === address && row.tokenId === tokenId && row.change < 0n)
    return (
      losing.length > 0 &&
      losing.every(
        ({ account }) =>
          !own.has(account) && !actors.includes(account) && counterparties[account]?.class === 'contract',
      )
    )
  }
  const givesNothing = (account: Address) => balanceChanges.every((row) => row.account !== account || row.change >= 0n)
  const gains = balanceChanges.filter(
    (row) =>
      row.change > 0n &&
      !own.has(row.account) &&
      isNamed(row.account) &&
      givesNothing(row.account) &&
      isByContracts(row),
  )
  const given = balanceChanges.filter(({ account, change }) => own.has(account) && change < 0n)
  const worthOfRows = (rows: readonly BalanceChange[]) =>
    rows.reduce<number | null>(
      (sum, { changeUsd }) => (sum === null || changeUsd === null ? null : sum + Math.abs(changeUsd)),
      0,
    )
  const paid = worthOfRows(given)
  const gained = worthOfRows(gains)
  // What was given has no price, or what is got for it has none: the payment itself is counted, or not known.
  if (gains.length === 0 || (given.length > 0 && (paid === null || gained === null || gained <= paid * NOISE)))
    return []
  return gains.map(({ account, address, tokenId, change, changeUsd }) => ({
    to: account,
    asset: address,
    tokenId,
    amount: change,
    usd: changeUsd,
    spender: null,
  }))
}
