import { BURN_ADDRESSES } from '../accounts/knownAddresses.ts'
import type { Address, Hex } from '../address.ts'
import { SELECTORS } from '../contract/selectors.ts'
import type { Evidence } from '../engine/finding.ts'
import { type Outcome, SEVERITY_ORDER } from '../engine/runDetectors.ts'
import type { ContractFunction } from '../facts/bytecode.ts'
import type { Claim } from '../facts/claim.ts'
import type { JudgedDeposit } from '../facts/deposit.ts'
import type { Facts } from '../facts/facts.ts'
import { nameAccount } from '../wording/accountNames.ts'
import { describeAsset } from '../wording/assetNames.ts'
import { describeAct, describeSeizure, proofOf } from '../wording/privilegedActs.ts'
import { isClaimed, takeByKey } from './claimed.ts'
import { creditsOf } from './creditOf.ts'
import { isDepositName, paysBackByName } from './depositNames.ts'
import type { Loss } from './shapes.ts'
import { goesToWallet } from './tokenPulls.ts'

type Finding = JudgedDeposit['findings'][number]

/** What a contract keeps of a deposit, in parts of the fee that it hands to wallets. */
const KEPT_FOR_A_FEE = 4n

/** Widths of sums in storage. */
const PACKED_BITS = [256, 128, 112, 96, 64]
/** Functions of tokens by which a contract pays. */
const TRANSFERS: ReadonlySet<Hex> = new Set([SELECTORS.transfer, SELECTORS.transferFrom])
/** Percent of a deposit above which what one withdrawal pays is a prize. */
const PRIZE_PERCENT = 150n

/**
 * Returns what the rules of a transaction scan found about a payment, worst first. A shop, an insurance and a lottery may keep it, where
 * neither the call is named like a deposit nor a function offers it back.
 */
export function depositFindings(outcomes: readonly Outcome[], all: readonly Claim[]): Finding[] {
  // What is owed for a payment is no part of it.
  const claims = all.filter(({ owed }) => owed === undefined)
  const offersBack = claims.some(({ offered }) => offered.some(paysBackByName))
  // A purchase delivers. A key that takes the payment while no function ever gives anything for the record is no shop’s.
  const isWithheld = ({ asset, takers }: Evidence) =>
    claims.some(
      (claim) =>
        (claim.asset ?? 'native') === asset &&
        Array.isArray(takers) &&
        claim.takers.some((taker) => takers.includes(taker)) &&
        takeByKey(claim) !== null &&
        claim.complete &&
        claim.delivers !== true &&
        claim.offered.length > 0 &&
        !isClaimed(claim),
    )
  const isPrize = claims.some(({ returned, amount }) => returned * 100n > amount * PRIZE_PERCENT)
  return outcomes
    .flatMap((outcome) => {
      if (outcome.status !== 'found') return []
      const { id, title, severity: usual } = outcome.detector
      return outcome.hits.map(({ severity = usual, description, evidence }): Finding => {
        const isKept =
          id === 'deposit-without-withdrawal' &&
          (evidence.sale === true ||
            !(evidence.named || isOwed(evidence) || offersBack || (evidence.recorded && isWithheld(evidence))))
        const isSale = isKept || (id === 'closing-withdrawal' && isPrize)
        return { id, title, severity, description, evidence, isSale }
      })
    })
    .toSorted((a, b) => SEVERITY_ORDER.indexOf(a.severity) - SEVERITY_ORDER.indexOf(b.severity))
}

/**
 * Returns the payments that the contract records as the payer's and yet hands to a wallet, although another function spends the record:
 * only who holds that wallet can pay them back. A payment processor's record of a purchase is spent by none, and a subscription's by a function that
 * takes the next month. Where wallets get a fifth of it or less, and the contract keeps the rest, that is a fee.
 */
export function depositsInCustody(
  { transaction, movements, simulation, recipient, counterparties = {}, balanceChanges = [] }: Partial<Facts>,
  { functions, takesAgain = [] }: { functions: readonly ContractFunction[]; takesAgain?: readonly Hex[] },
): Finding[] {
  const entry = functions.find(({ selector }) => transaction?.data.startsWith(selector))
  if (movements === undefined || simulation === undefined || !recipient || entry === undefined) return []
  const isAgain = ({ selector, signature }: ContractFunction) =>
    takesAgain.includes(selector) && !paysBackByName(signature)
  const offered = functions.filter((made) => made !== entry && offersBack(made, entry) && !isAgain(made))
  if (offered.length === 0) return []
  return movements.lost
    .map((loss) => ({ loss, wallets: walletsOf(loss) }))
    .filter(({ loss, wallets }) => wallets.length > 0 && !isFee(loss, wallets))
    .filter(({ loss }) =>
      creditsOf(simulation.stateDiff, { ...loss, takers: [recipient.address] }).some((one) => isSum(one, loss.amount)),
    )
    .map(({ loss, wallets }) => {
      const names = wallets.map((wallet) => nameAccount(wallet, counterparties[wallet]))
      const calls = offered.map(({ signature, selector }) => signature ?? selector)
      return {
        id: 'deposit-to-personal-wallet',
        title: 'Deposit that goes to a personal wallet',
        severity: 'high' as const,
        description: `The contract records your ${describeAsset(loss)} as your deposit and sends it to ${names.slice(0, 2).join(' and ')}. ${calls[0]} can pay it back only with assets of that wallet. Confirmed in simulation.`,
        evidence: {
          asset: loss.address ?? 'native',
          amount: String(loss.amount),
          takers: wallets,
          offered: calls.slice(0, 4),
        },
        isSale: false,
      }
    })

  /** Takers that a private key holds; no account holds a burn address. */
  function walletsOf({ takers }: Loss): Address[] {
    return takers.filter(
      (taker) =>
        !BURN_ADDRESSES.has(taker) &&
        goesToWallet({ takers: [taker] }, { recipient: recipient ?? null, counterparties }, simulation),
    )
  }

  /** Whether the contract itself keeps at least four times what the wallets get of it. */
  function isFee({ address, tokenId }: Loss, wallets: readonly Address[]): boolean {
    const gainOf = (accounts: readonly Address[]) =>
      balanceChanges
        .filter((one) => accounts.includes(one.account) && one.address === address && one.tokenId === tokenId)
        .reduce((sum, { change }) => sum + (change > 0n ? change : 0n), 0n)
    return (
      recipient !== null &&
      recipient !== undefined &&
      gainOf([recipient.address]) >= KEPT_FOR_A_FEE * gainOf(wallets) &&
      balanceChanges.length > 0
    )
  }
}

/** Payments into a contract that asks for several signatures, or has a limit, until a key sets that number to nothing. */
export function depositsBehindNumbers(claims: readonly Claim[]): Finding[] {
  return claims
    .filter((claim) => !isClaimed(claim))
    .flatMap((claim) =>
      claim.takes
        .filter(({ isKey, opened }) => isKey && opened === true)
        .slice(0, 1)
        .map(
          (take): Finding => ({
            id: 'deposit-behind-removable-guard',
            title: 'Deposit behind a removable guard',
            severity: 'high',
            description: `${describeAct(take, describeSeizure('it', take))}: once that number is set, the payment asks for nothing else. ${proofOf(take)}`,
            evidence: {
              asset: claim.asset ?? 'native',
              amount: String(claim.amount),
              calls: [take.signature ?? take.selector, ...(take.followedBy === undefined ? [] : [take.followedBy])],
              taken: String(take.amount),
              receiver: take.receiver,
              isKey: true,
            },
            isSale: false,
          }),
        ),
    )
}

/** Approved tokens that any caller can pay in as its own deposit, and withdraw. */
export function depositsOfAnyCaller(
  taken: Hex | null,
  { entry, functions }: { entry: Hex | null; functions: readonly ContractFunction[] },
): Finding[] {
  if (taken === null || entry === null) return []
  const nameOf = (selector: Hex) => functions.find((made) => made.selector === selector)?.signature ?? selector
  return [
    {
      id: 'deposit-by-any-caller',
      title: 'Deposit of approved tokens by any caller',
      severity: 'critical',
      description: `Any caller can deposit the tokens that you approved to this contract as its own by ${nameOf(entry)}, and withdraw them by ${nameOf(taken)}. Confirmed in simulation.`,
      evidence: { deposit: nameOf(entry), withdrawal: nameOf(taken) },
      isSale: false,
    },
  ]
}

/** Whether wallets have it, and the contract pays it back once they pay it in again. */
function isOwed({ wallets }: Evidence): boolean {
  return Array.isArray(wallets) && wallets.length > 0
}

/** Whether a word was raised by the sum itself, alone or packed beside others: a subscription's end is a larger number. */
function isSum(raised: bigint, amount: bigint): boolean {
  return PACKED_BITS.some((bits) => BigInt.asUintN(bits, raised) === amount || raised >> BigInt(256 - bits) === amount)
}

/** By its name, or as it spends the words that the payment wrote: after a call named like a deposit, or with a transfer of tokens. */
function offersBack(
  { gated, signature, mutability, writes, asks }: ContractFunction,
  entry: ContractFunction,
): boolean {
  if (gated || mutability === 'view' || mutability === 'pure') return false
  if (paysBackByName(signature)) return true
  const pays = asks.some((selector) => TRANSFERS.has(selector))
  return (isDepositName(entry.signature) || pays) && writes.some((slot) => entry.writes.includes(slot))
}
