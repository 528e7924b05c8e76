import type { Address } from '@redoubt/risk/address.ts'
import { accountsIn } from '@redoubt/risk/derive/accountsIn.ts'
import { isClaimed, isWhole } from '@redoubt/risk/derive/claimed.ts'
import { creditOf, isRecorded } from '@redoubt/risk/derive/creditOf.ts'
import { delegateIn } from '@redoubt/risk/derive/replacedCode.ts'
import type { Loss, Movement, Part } from '@redoubt/risk/derive/shapes.ts'
import { retainedByService, takerTrust } from '@redoubt/risk/derive/tokenPulls.ts'
import { attempt, type FactProviders, Incomplete } from '@redoubt/risk/engine/gatherFacts.ts'
import type { Claim, ClaimSwitch } from '@redoubt/risk/facts/claim.ts'
import type { Simulation } from '@redoubt/risk/facts/execution.ts'
import { withSignal } from '../../../lib/withSignal.ts'
import { missingOfClaims } from './missingOfClaims.ts'
import type { TransactionSources } from './transactionSources.ts'
import { untestedClaims } from './untestedClaims.ts'

/** Assets whose way back is looked for, and contracts that are asked for it. */
const MAX_LOSSES = 4
const MAX_CONTRACTS = 3
const MAX_QUESTIONS = 4
/** Accounts of the call data that a deposit may be made for. */
const MAX_NAMED = 2
/** Share of the scan's time by which the search has ended. */
const LATEST = 3 / 4

/** `owner`: who may take it back, the payer or the account that the deposit is made for. */
type Asked = {
  owner: Address
  losses: Loss[]
  gained: Movement[]
  contracts: Address[]
  isPassedOn?: true
  pays?: Pays
  /** Accounts that what left went through. */
  through?: readonly Address[]
}
type Pays = NonNullable<NonNullable<Claim['owed']>['pays']>

/**
 * Looks for what the principals can take back of what leaves without a return to unknown contracts. Nothing is executed where
 * the return is seen already, as in a swap, or where the receiver is a wallet or a known service.
 */
export function gatherClaims(
  sources: Pick<TransactionSources, 'claims'> & Partial<Pick<TransactionSources, 'account'>>,
  deadlineMs: number,
): NonNullable<FactProviders['claims']> {
  const until = performance.now() + deadlineMs * LATEST
  return async (get, signal): Promise<Claim[] | Incomplete<Claim[]>> => {
    const [block, transaction, simulation, movements, parts, principals] = await Promise.all([
      get('block'),
      get('transaction'),
      get('simulation'),
      get('executedMovements'),
      get('executedParts'),
      get('principals'),
    ])
    if (!simulation.success || simulation.truncated || simulation.byLogsAlone === true) return []
    const [recipient, counterparties, balanceChanges] = await Promise.all([
      get('recipient'),
      attempt(get, 'counterparties'),
      get('balanceChanges'),
    ])
    const asked: Asked[] = []
    const units: Unit[] = [{ transaction, recipient, movements, balanceChanges }, ...parts]
    for (const [place, unit] of units.entries()) {
      const context = { ...unit, counterparties: counterparties.value ?? {} }
      const isOpen = (address: Address) =>
        isCreated(address, simulation) ||
        (takerTrust(address, context, simulation) === 'unknown' && isContract(address, context))
      // Of several calls only what concerns the taker: what another contract pays back is no return of this one.
      const isSeveral = place === 0 && parts.length > 0
      const { to } = unit.transaction
      for (const loss of unit.movements.lost) {
        if ((loss.returned === 'value' && !isBelowPrice(loss, unit)) || retainedByService(loss, context)) continue
        const takers = loss.takers.filter(isOpen)
        // A deposit is not in the account that makes it, whatever code that account runs.
        const called = isSeveral || to === null || principals.includes(to) || !isOpen(to) ? [] : [to]
        // What is passed on to others may still be owed by the contract that records it.
        if (takers.length === 0 && !called.some((one) => isOwedBy(one, loss, simulation))) {
          // What it gives later for a payment that it passed on. What a token writes down of its own transfer is no debt.
          const others = called.filter((one) => one !== loss.address)
          const isWritten = others.some((one) => isRecorded(simulation.stateDiff, { ...loss, takers: [one] }, []))
          if (isWritten && loss.returned === 'nothing')
            asked.push({ owner: loss.account, losses: [loss], gained: [], contracts: others, isPassedOn: true })
          continue
        }
        const gained = unit.movements.gained.filter(
          ({ address }) => address !== null && (!isSeveral || takers.includes(address)),
        )
        // What the other calls borrow is repaid before the collateral comes back.
        const borrowed =
          place === 0 ? [] : movements.gained.filter(({ usd, account }) => usd !== null && account === loss.account)
        // A token with a price is no receipt of this deposit.
        const issuers = gained.flatMap(({ address, usd }) => (usd === null ? (address ?? []) : []))
        const contracts = [...new Set([...takers, ...called, ...issuers])]
        const issuing = [...takers, ...called].filter((issuer) => issuer !== loss.address)
        const receipts = receiptsOfAnother(unit, { issuers: issuing, holders: called, principals })
        const owner = receipts[0]?.account ?? loss.account
        add(asked, {
          owner,
          losses: [loss],
          gained: owner === loss.account ? [...gained, ...borrowed] : receipts,
          contracts,
        })
      }
    }
    for (const unit of parts.length === 0 ? units.slice(0, 1) : parts) {
      const context = { ...unit, counterparties: counterparties.value ?? {} }
      const isOpen = (address: Address) =>
        takerTrust(address, context, simulation) === 'unknown' && isContract(address, context)
      asked.push(...keptElsewhere(unit, { principals, simulation, isOpen }))
    }
    if (asked.length === 0) return []
    // What moved must be judged by the deadline, with or without claims.
    const left = Math.max(until - performance.now(), 0)
    const bounded = AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(left))])
    const failures: unknown[] = []
    /** What another account that the call names can withdraw: a deposit for a friend, a vesting plan, an escrow for a seller. */
    const ofNamed = async (
      account: Address,
      question: Parameters<TransactionSources['claims']>[1],
      own: readonly Claim[],
    ): Promise<Claim[] | null> => {
      const known = new Set([...principals, ...question.contracts, ...question.losses.map(({ address }) => address)])
      const named = accountsIn(transaction).filter(
        (one) => !known.has(one) && counterparties.value?.[one]?.class !== 'contract' && !isCreated(one, simulation),
      )
      for (const owner of named.slice(0, MAX_NAMED)) {
        const losses = question.losses.map((loss) => ({ ...loss, account: owner }))
        const claims = await withSignal(sources.claims(block, { ...question, losses, gained: [] }, bounded), bounded)
        const isMore = claims.some((claim, at) => isClaimed(claim) && claim.returned > (own[at]?.returned ?? 0n))
        if (isMore) return claims.map((claim) => givenTo(owner, claim, account))
      }
      return null
    }
    const withClass = async (claim: Claim): Promise<Claim> => {
      if (claim.beneficiary === null || sources.account === undefined) return claim
      const account = await withSignal(sources.account(block, claim.beneficiary, bounded), bounded).catch((error) => {
        signal.throwIfAborted()
        // Whether it is a key decides: not read in time, it is not known.
        failures.push(error)
        return null
      })
      return account?.class === 'eoa' ? { ...claim, beneficiaryIsKey: true } : claim
    }
    const answers = await Promise.all(
      asked.slice(0, MAX_QUESTIONS).map(async ({ owner, losses, gained, contracts, isPassedOn, pays, through }) => {
        const question = {
          transaction,
          simulation,
          losses: losses.slice(0, MAX_LOSSES).map((loss) => ({ ...loss, account: owner })),
          gained,
          contracts: contracts.slice(0, MAX_CONTRACTS),
          ...(isPassedOn && { isPassedOn }),
        }
        const [{ account } = { account: owner }] = losses
        try {
          const claims = await withSignal(sources.claims(block, question, bounded), bounded)
          if (pays !== undefined)
            return claims.map((claim) => (claim.owed ? { ...claim, owed: { ...claim.owed, pays } } : claim))
          if (isPassedOn) return claims
          if (through !== undefined) return claims.map((claim) => ({ ...claim, takers: [...claim.takers, ...through] }))
          if (owner !== account || claims.some(isAnswered))
            return claims.map((claim) => ({ ...claim, account, beneficiary: owner === account ? null : owner }))
          return (await ofNamed(account, question, claims)) ?? claims
        } catch (error) {
          signal.throwIfAborted()
          failures.push(error)
          if (isPassedOn) return []
          return untestedClaims(losses.slice(0, MAX_LOSSES), error)
        }
      }),
    )
    const claims = await Promise.all(answers.flat().map(withClass))
    if (failures.length === 0) {
      const missing = missingOfClaims(claims)
      return missing === null ? claims : new Incomplete(claims, missing)
    }
    return new Incomplete(claims, {
      reason: bounded.aborted ? 'late' : 'failed',
      message: 'withdrawals of what leaves were not executed',
      root: 'claims',
      error: failures[0],
    })
  }
}

/** An account that only gets a delegate (EIP-7702) is still controlled by its key. */
function isCreated(address: Address, { stateDiff }: Pick<Simulation, 'stateDiff'>): boolean {
  const code = stateDiff[address]?.code
  return code !== undefined && code.before === '0x' && code.after !== '0x' && delegateIn(code.after) === null
}

/** Whether all of it comes back to the payer, or the reason is known: other accounts need no search then. */
function isAnswered(claim: Claim): boolean {
  const { release, takes, openToOthers, ownSecret } = claim
  return isWhole(claim) || release !== null || takes.length > 0 || openToOthers || ownSecret
}

/** A claim of another account than the payer; what goes back to the payer, or is the payer's own act, is no risk of the payer's. */
function givenTo(beneficiary: Address, claim: Claim, account: Address): Claim {
  const isOthers = ({ caller, takes }: ClaimSwitch) => caller !== account && takes?.receiver !== account
  return {
    ...claim,
    account,
    beneficiary,
    switches: claim.switches.filter(isOthers),
    takes: claim.takes.filter(({ caller, receiver }) => caller !== account && receiver !== account),
    ...(claim.conditions && { conditions: claim.conditions.filter(isOthers) }),
  }
}

/**
 * Questions about contracts that keep something else for a payer than what left: liquidity or shares that a router bought and left there, wrapped
 * coins. Such a contract gains an asset and writes down the payer; its way out is not that of the contracts which the payment went to.
 */
function keptElsewhere(
  { movements, balanceChanges, transaction }: Unit,
  {
    principals,
    simulation,
    isOpen,
  }: { principals: readonly Address[]; simulation: Simulation; isOpen(address: Address): boolean },
): Asked[] {
  const lost = movements.lost.filter(({ returned, tokenId }) => returned !== 'value' && tokenId === null)
  const owners = [...new Set(lost.map(({ account }) => account))]
  return owners.flatMap((owner) => {
    const losses = lost.filter(({ account }) => account === owner)
    const assets = losses.map(({ address }) => address)
    const takers = losses.flatMap((loss) => loss.takers)
    const [first] = losses
    const paid = losses.reduce((sum, { usd }) => sum + (usd ?? Number.NaN), 0)
    const kept = balanceChanges.filter(
      ({ account, address, assetType, change }) =>
        change > 0n &&
        (assetType === 'erc20' || assetType === 'native') &&
        !assets.includes(address) &&
        !takers.includes(account) &&
        account !== transaction.to &&
        !principals.includes(account) &&
        isOpen(account),
    )
    return kept.flatMap(({ account, change, changeUsd, priceKind }): Asked[] => {
      const isWritten = first !== undefined && isRecorded(simulation.stateDiff, { ...first, takers: [account] }, [])
      if (!isWritten) return []
      const priced = changeUsd !== null && priceKind === 'oracle' && changeUsd * 100 >= paid * FAIR_PERCENT
      // Wrapped coins are the coins that left, one for one.
      const wrapped = losses.filter(({ address, amount }) => priced && address === null && amount === change)
      if (wrapped.length > 0) {
        const own = wrapped.map((loss) => ({ ...loss, takers: [account] }))
        return [{ owner, losses: own, gained: [], contracts: [account], through: wrapped.flatMap((one) => one.takers) }]
      }
      return [{ owner, losses, gained: [], contracts: [account], isPassedOn: true, pays: { assets, priced } }]
    })
  })
}

/** Joins questions about one owner's deposits with the same contracts; of one asset the larger loss stays. */
function add(asked: Asked[], one: Asked): void {
  const [loss] = one.losses
  const known = asked.find(
    ({ owner, losses, isPassedOn }) =>
      isPassedOn === undefined &&
      owner === one.owner &&
      losses.some(
        ({ account, takers }) => account === loss?.account && takers.some((taker) => loss?.takers.includes(taker)),
      ),
  )
  if (known === undefined || loss === undefined) {
    asked.push(one)
    return
  }
  known.contracts = [...new Set([...known.contracts, ...one.contracts])]
  known.gained.push(...one.gained)
  const index = known.losses.findIndex(({ address, tokenId }) => address === loss.address && tokenId === loss.tokenId)
  if (index < 0) known.losses.push(loss)
  else if ((known.losses[index]?.amount ?? 0n) < loss.amount) known.losses[index] = loss
}

type Unit = Pick<Part, 'transaction' | 'recipient' | 'movements' | 'balanceChanges'>

/** Percent of the worth of a loss that a fair trade brings back at least. */
const FAIR_PERCENT = 90

/** Whether what one account gains is worth far less than this loss alone: a loan on collateral looks like a bad trade. */
function isBelowPrice({ account, usd }: Movement, { movements }: Unit): boolean {
  const gained = movements.gained.filter((one) => one.account === account)
  if (usd === null || gained.some((one) => one.usd === null)) return false
  return gained.reduce((sum, one) => sum + (one.usd ?? 0), 0) * 100 < usd * FAIR_PERCENT
}

/**
 * Receipts that one account gains in the payer's place: what a deposit for another account gives it. A called contract that invests the payment
 * holds its receipts for the payer.
 */
function receiptsOfAnother(
  { balanceChanges }: Unit,
  {
    issuers,
    holders,
    principals,
  }: { issuers: readonly Address[]; holders: readonly Address[]; principals: readonly Address[] },
): Movement[] {
  const receipts = balanceChanges.filter(
    ({ address, change }) => change > 0n && address !== null && issuers.includes(address),
  )
  const owners = new Set(receipts.map(({ account }) => account))
  const isNoGift = receipts.some(({ account }) => principals.includes(account) || holders.includes(account))
  if (owners.size !== 1 || isNoGift) return []
  return receipts.map(({ change, changeUsd, ...row }) => ({
    account: row.account,
    assetType: row.assetType,
    address: row.address,
    tokenId: row.tokenId,
    symbol: row.symbol,
    decimals: row.decimals,
    before: row.before,
    amount: change,
    usd: changeUsd,
    how: 'received' as const,
    takers: [],
  }))
}

function isContract(
  address: Address,
  { recipient, counterparties }: Pick<Parameters<typeof takerTrust>[1], 'recipient' | 'counterparties'>,
): boolean {
  const account = recipient?.address === address ? recipient : counterparties[address]
  return account?.class === 'contract'
}

/** Whether a contract wrote down for the account at least what the account lost. What a token writes is who has it. */
function isOwedBy(contract: Address, loss: Loss, { stateDiff }: Simulation): boolean {
  const words = Object.values(stateDiff[contract]?.storage ?? {})
  // Where its entries may be is worked out only for a contract in which a word rose so far.
  return (
    contract !== loss.address &&
    words.some(({ before, after }) => BigInt(after) - BigInt(before) >= loss.amount) &&
    creditOf(stateDiff, { ...loss, takers: [contract] }) >= loss.amount
  )
}
