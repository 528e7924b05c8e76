import { trustOf } from '../../accounts/trust.ts'
import type { Address } from '../../address.ts'
import { type BurnForMessage, burnForMessage } from '../../derive/burnForMessage.ts'
import { isStake } from '../../derive/chance.ts'
import { claimOn, isReplaced, isSealed, takeByKey } from '../../derive/claimed.ts'
import { creditOf, isRecorded } from '../../derive/creditOf.ts'
import {
  isBill,
  isDust,
  isExchange,
  isFeeBeside,
  isMajority,
  isMessageFee,
  isMint,
  isPassedOn,
  isPurchaseForNamed,
  isSplit,
  isYoung,
} from '../../derive/paymentKinds.ts'
import { paymentSeverity } from '../../derive/paymentSeverity.ts'
import type { Loss } from '../../derive/shapes.ts'
import { goesToWallet, isNamedBy, isNamedTransfer, retainedByService, takerTrust } from '../../derive/tokenPulls.ts'
import { defineDetector } from '../../engine/detector.ts'
import { fullAddress, nameAccount } from '../../wording/accountNames.ts'
import { describeAsset } from '../../wording/assetNames.ts'
import { describeAct, describeSeizure, proofOf } from '../../wording/privilegedActs.ts'

/** Receivers of a payment that is divided, of those that are told by name. */
const MAX_NAMED = 3

export default defineDetector({
  id: 'payment-without-return',
  title: 'Payment with nothing in return',
  why: 'Your payment goes to an unknown contract; no token, NFT or coin comes back, and the contract records no credit for you. Fake mints, claims and “security updates” work like this.',
  advice: 'Reject it unless you know the contract and mean to give the money away.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'high',
  confidence: 'medium',
  family: 'loss',
  decisive: true,
  needs: [
    'transaction',
    'movements',
    'counterparties',
    'recipient',
    'simulation',
    'decodedSteps',
    'claims',
    'balanceChanges',
    'collections',
  ],
  detect: ({ collections, ...facts }) => {
    const { transaction, movements, counterparties, recipient, simulation, decodedSteps, claims, balanceChanges } =
      facts
    if (recipient?.class === 'eoa') return 'not-applicable'
    const context = { transaction, recipient, counterparties }
    const trade = { gained: movements.gained, balanceChanges }
    // What a marketplace with a known name sells was seen before it was bought, unless a seller made it for this sale.
    const isPurchase = (loss: Loss) =>
      recipient !== null &&
      trustOf(recipient) === 'known' &&
      isExchange(loss, trade) &&
      (!collections.some(isYoung) || !isMajority(loss))
    const burns = new Map(movements.lost.map((loss) => [loss, burnForMessage(loss, { transaction, simulation })]))
    const isMessageSent = [...burns].some(([{ account }, burn]) => burn?.recipient === account)
    return movements.lost
      .filter((loss) => loss.how === 'paid' && loss.returned !== 'value' && !isDust(loss))
      .filter((loss) => !retainedByService(loss, context) && !isPurchase(loss))
      .filter((loss) => !isNamedTransfer(loss, { recipient, decodedSteps }))
      .map((loss) => {
        const toWallet = goesToWallet(loss, context, simulation)
        const stranded = loss.takers.some((taker) => takerTrust(taker, context, simulation) === 'open-executor')
        const credit = toWallet || stranded ? 0n : creditOf(simulation.stateDiff, loss)
        const found = claimOn(claims, loss)
        const isUntested = found?.unreadable === true && loss.takers.every((taker) => taker === recipient?.address)
        const isOpen = found?.openToOthers === true
        const taken = found === null || toWallet ? null : takeByKey(found)
        const burn = burns.get(loss) ?? null
        const receiver = loss.takers[0] ?? recipient?.address ?? simulation.created
        const isDivided = toWallet && loss.takers.length > 1
        const story = isDivided
          ? `is divided among ${loss.takers.length} accounts, with a personal wallet among them`
          : toWallet
            ? 'goes to a personal wallet'
            : stranded
              ? 'stays in a contract from which any caller can take it'
              : credit > 0n
                ? 'stays in the contract, which records a credit for you'
                : 'stays in the contract'
        const back =
          loss.returned === 'nothing'
            ? 'nothing comes back'
            : loss.pooled === true
              ? 'only a pool prices what comes back'
              : 'the assets that come back have no known price'
        const nameOf = (address: Address) =>
          nameAccount(address, address === recipient?.address ? recipient : counterparties[address])
        const more = loss.takers.length - MAX_NAMED
        const names = isDivided
          ? `${loss.takers.slice(0, MAX_NAMED).map(nameOf).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
          : receiver && nameOf(receiver)
        return {
          severity: paymentSeverity(loss, {
            toWallet,
            credit,
            isRecorded: !stranded && !isOpen && isRecorded(simulation.stateDiff, loss, decodedSteps),
            isExchanged: isExchange(loss, trade),
            isPassedOn: isPassedOn(loss, context),
            isShown: isPassedOn(loss, context) && isNamedBy(loss, decodedSteps),
            isDrawn: !toWallet && isStake(loss, simulation),
            isSplit: isSplit(loss, balanceChanges),
            isEstablished: recipient?.class === 'contract' && recipient.deployedRecently === false,
            isWorthless: found?.complete === true && found.returned === 0n && !isReplaced(found, loss),
            isMint: isMint(loss, { ...trade, simulation }),
            isUntested,
            isTaken: taken !== null,
            isSealed: found !== null && isSealed(found),
            isBill: isBill(loss, context),
            isFee: isFeeBeside(loss, movements.lost, claims) || (isMessageSent && isMessageFee(loss)),
            isSentElsewhere: burn !== null && burn.recipient === loss.account,
            isNoted:
              recipient !== null &&
              isRecorded(simulation.stateDiff, { ...loss, takers: [recipient.address] }, decodedSteps),
            isForNamed: !toWallet && isPurchaseForNamed(loss, { ...trade, transaction }),
            isOldItem: collections.length > 0 && collections.every((one) => trustOf(one) === 'known'),
          }),
          description:
            burn !== null
              ? `Your ${describeAsset(loss)} is destroyed on this network, and a message of ${nameAccount(burn.carrier, counterparties[burn.carrier])} names ${recipientOf(burn, loss)}: whether another network credits it cannot be checked here.`
              : `Your ${describeAsset(loss)} ${story}, and ${back}${names ? `: ${names}` : ''}.${taken === null || credit >= loss.amount ? '' : ` ${describeAct(taken, describeSeizure('it', taken))}. ${proofOf(taken)}`}`,
          evidence: {
            asset: loss.address ?? 'native',
            amount: String(loss.amount),
            takers: loss.takers,
            toWallet,
            credited: credit > 0n,
            returned: loss.returned,
            messageCarrier: burn?.carrier ?? null,
            messageRecipient: burn?.recipient ?? null,
            holdingBefore: loss.before === null ? null : String(loss.before),
          },
        }
      })
  },
})

function recipientOf({ recipient }: BurnForMessage, { account }: Loss): string {
  if (recipient === null) return 'an account of another network'
  return recipient === account ? 'you' : `${fullAddress(recipient)}, not you`
}
