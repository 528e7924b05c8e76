import type { Address } from '../../address.ts'
import { claimOn, isClaimed, isReleased, isReplaced, isSealed, takeByKey } from '../../derive/claimed.ts'
import { creditsOf } from '../../derive/creditOf.ts'
import { isDepositName } from '../../derive/depositNames.ts'
import type { Loss } from '../../derive/shapes.ts'
import { goesToWallet } from '../../derive/tokenPulls.ts'
import { defineDetector } from '../../engine/detector.ts'
import type { Severity } from '../../engine/finding.ts'
import type { Claim } from '../../facts/claim.ts'
import type { StateDiff } from '../../facts/execution.ts'
import type { Facts } from '../../facts/facts.ts'
import { fullAddress, nameAccount } from '../../wording/accountNames.ts'
import { describeAsset } from '../../wording/assetNames.ts'
import { describePeriod, describeTimes } from '../../wording/periods.ts'
import { describeAct, describeSeizure } from '../../wording/privilegedActs.ts'

/** Percent of a holding below which something without a price may be bought without a warning. */
const SMALL_PERCENT = 10n
/** USD below which a deposit is a trial. */
const MAX_TRIAL_USD = 20
/** USD, and percent of a holding, up to which a premium or a ticket of a contract that is not new may cost. */
const MAX_PREMIUM_USD = 200
const PREMIUM_PERCENT = 1n
/** USD from which on a recorded payment without a way back matters to everybody, and from which on it is a loss. */
const NOTABLE_USD = 100
const LARGE_USD = 1_000

export default defineDetector({
  id: 'deposit-without-withdrawal',
  title: 'Deposit without a withdrawal',
  why: 'The contract records a deposit for you or gives you shares of it, and no call that Redoubt tried as you pays it back within 400 days, or only after another account’s call. Fake staking pools and vaults work like this.',
  advice: 'Reject it unless you know how the deposit is paid back. Deposit a small amount first, and withdraw it.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'high',
  confidence: 'medium',
  family: 'loss',
  needs: ['movements', 'claims', 'decodedSteps', 'counterparties', 'recipient', 'simulation'],
  detect: ({ movements, claims, decodedSteps, counterparties, recipient, simulation }) => {
    if (claims.length === 0) return 'not-applicable'
    const isNamed = decodedSteps.some(({ functionName }) => isDepositName(functionName))
    const issued = movements.gained.flatMap(({ address, assetType }) =>
      assetType === 'erc20' && address ? [address] : [],
    )
    return movements.lost.flatMap((loss) => {
      const claim = claimOn(claims, loss)
      if (claim === null || isClaimed(claim) || loss.returned === 'value') return []
      if (goesToWallet(loss, { recipient, counterparties }, simulation))
        return custodyHits(loss, claim, { counterparties, isNamed })
      const [taker] = loss.takers
      // What the payer gains of a token is bought, and no record of a deposit.
      const bought = movements.gained.flatMap(({ account, amount }) => (account === loss.account ? [amount] : []))
      const isRecorded = creditsOf(simulation.stateDiff, loss).some(
        (credit) => credit >= loss.amount && !bought.includes(credit),
      )
      // Shares that the receiver itself issued; other tokens are purchases.
      const isShare = loss.returned === 'unpriced' && issued.some((token) => loss.takers.includes(token))
      const isOpen =
        claim.openToOthers &&
        claim.exit !== null &&
        loss.returned === 'nothing' &&
        !isRepayment(loss, simulation.stateDiff)
      const isDeposit =
        isOpen || isRecorded || isShare || (isNamed && (loss.returned === 'nothing' || isReplaced(claim, loss)))
      if (!isDeposit || (!claim.complete && !claim.openToOthers)) return []
      const account = taker === recipient?.address ? recipient : taker === undefined ? undefined : counterparties[taker]
      const name = taker === undefined ? 'the contract' : nameAccount(taker, account)
      // Nothing is called a deposit, and nothing offers a way back: a sale of what the contract issues or records.
      const isUnowed = !isNamed && claim.returned === 0n && !claim.openToOthers
      // Items came at once, at a price that the contract sets: a record beside them is no deposit.
      const isPurchase = isUnowed && claim.atPrice === true && !isShare
      const isSale = isUnowed && (claim.offered.length === 0 || isPurchase)
      const taken = takeByKey(claim)
      return [
        {
          severity: severityOf(loss, claim, {
            isSale,
            isRecorded: isRecorded && !isPurchase,
            isPremium: !isNamed && account?.deployedRecently === false && isPremium(loss, claim),
          }),
          description: `${isPurchase ? `You pay ${describeAsset(loss)} to ${name} for items at its price` : `You deposit ${describeAsset(loss)} with ${name}`}, and ${storyOf(loss, claim)}.${taken === null ? '' : ` ${describeAct(taken, describeSeizure('it', taken))}.`} Confirmed in simulation.`,
          evidence: evidenceOf(loss, claim, {
            recorded: isRecorded,
            shares: isShare,
            named: isNamed,
            sale: isSale,
            purchase: isPurchase,
            offered: claim.offered,
            wallets: [],
            sent: 0n,
          }),
        },
      ]
    })
  },
})

/** A deposit that the contract owes and wallets have: only they can pay it back. */
function custodyHits(
  loss: Loss,
  claim: Claim,
  { counterparties, isNamed }: { counterparties: Facts['counterparties']; isNamed: boolean },
) {
  const { custody, complete } = claim
  if (custody === undefined || !complete) return []
  const { wallets, sent, exit } = custody
  const names = wallets.map((wallet) => nameAccount(wallet, counterparties[wallet]))
  const severity: Severity = isTrial(loss) || loss.returned !== 'nothing' ? 'medium' : 'high'
  return [
    {
      severity,
      description: `The contract records your deposit of ${describeAsset(loss)} and sends ${describeAsset({ ...loss, amount: sent })} of it to ${names.slice(0, 2).join(' and ')}. ${exit.signature ?? exit.selector} pays it back only once the assets of that wallet are paid in again. Confirmed in simulation.`,
      evidence: evidenceOf(loss, claim, {
        recorded: true,
        shares: false,
        named: isNamed,
        sale: false,
        purchase: false,
        offered: [exit.signature ?? exit.selector],
        wallets,
        sent,
      }),
    },
  ]
}

/** Whether the receivers lower a record by about the sum: what pays a debt is no deposit, and others may borrow it. */
function isRepayment({ amount, takers }: Loss, diff: StateDiff): boolean {
  return takers.some((taker) =>
    Object.values(diff[taker]?.storage ?? {}).some(({ before, after }) => {
      const by = BigInt(before) - BigInt(after)
      return by * 2n >= amount && by <= amount * 2n
    }),
  )
}

type Told = {
  recorded: boolean
  shares: boolean
  named: boolean
  sale: boolean
  purchase: boolean
  offered: readonly string[]
  wallets: readonly Address[]
  sent: bigint
}

function evidenceOf(loss: Loss, claim: Claim, { offered, wallets, sent, ...told }: Told) {
  return {
    asset: loss.address ?? 'native',
    amount: String(loss.amount),
    returned: String(claim.returned),
    takers: loss.takers,
    ...told,
    offered: [...offered],
    replacement: claim.replacement?.asset ?? null,
    openToOthers: claim.openToOthers,
    takes: claim.takes.map(({ caller, signature, selector }) => `${signature ?? selector} by ${caller}`),
    release: claim.release === null ? null : (claim.release.signature ?? claim.release.selector),
    wallets: [...wallets],
    sent: String(sent),
  }
}

type Kind = { isSale: boolean; isRecorded: boolean; isPremium: boolean }

function severityOf(loss: Loss, claim: Claim, kind: Kind): Severity {
  const severity = withoutRelease(loss, claim, kind)
  // An oracle's queue may pay; what only others open could not be executed.
  return severity === 'high' && (isReleased(claim) || isSealed(claim) || isReplaced(claim, loss)) ? 'medium' : severity
}

function withoutRelease(loss: Loss, claim: Claim, { isSale, isRecorded, isPremium }: Kind): Severity {
  const { ownSecret, release } = claim
  // The price of a purchase is never released: a token for it is a receipt.
  const isReceipt = release !== null && takeByKey(claim) !== null
  if (!isSale || isReceipt) return isTrial(loss) || isPremium ? 'medium' : 'high'
  const costs = (usd: number) => !ownSecret && loss.usd !== null && loss.usd >= usd
  if (isRecorded && costs(LARGE_USD)) return 'high'
  return isSmall(loss) && !costs(isRecorded ? NOTABLE_USD : LARGE_USD) ? 'low' : 'medium'
}

function storyOf(loss: Loss, claim: Claim): string {
  const { openToOthers, returned, release, offered, triedAfter, replacement, exit } = claim
  if (openToOthers)
    return `any account can take it${exit === null ? '' : ` by ${exit.signature ?? exit.selector}`}: an unrelated account could withdraw it with the same call`
  if (release !== null)
    return `you can withdraw it only after a call of another account: ${describeAct({ ...release, after: 0 }, 'release it')}`
  if (replacement !== undefined && isReplaced(claim, loss))
    return `another token comes in its place, ${fullAddress(replacement.asset)}, one for one${replacement.after === 0 ? '' : ` after ${describePeriod(replacement.after)}`}, whose price is not known`
  if (returned > 0n) return `only ${describeAsset({ ...loss, amount: returned })} of it comes back`
  const which =
    offered.length > 0
      ? `no withdrawal that Redoubt tried as you pays it back (${offered.slice(0, 3).join(', ')})`
      : 'no call that Redoubt tried as you pays it back'
  return `${which}, ${describeTimes(triedAfter)}`
}

function isSmall({ amount, before }: Loss): boolean {
  return before !== null && amount * 100n < before * SMALL_PERCENT
}

/** An insurance or a raffle costs little, and pays some of its users after acts of others. */
function isPremium({ amount, before, usd }: Loss, { takes, openToOthers }: Claim): boolean {
  const isSmallPart = before !== null && amount * 100n <= before * PREMIUM_PERCENT
  return isSmallPart && usd !== null && usd <= MAX_PREMIUM_USD && takes.length === 0 && !openToOthers
}

function isTrial({ usd }: Loss): boolean {
  return usd !== null && usd < MAX_TRIAL_USD
}
