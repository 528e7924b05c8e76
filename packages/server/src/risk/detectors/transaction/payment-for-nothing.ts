import { encodeAbiParameters, keccak256 } from 'viem/utils'
import type { Loss } from '../../derive/shapes.ts'
import { goesToPerson, keptByService, takerStanding } from '../../derive/takers.ts'
import { defineDetector } from '../../detector.ts'
import type { StateDiff } from '../../execution.ts'
import type { Address, Hex } from '../../facts.ts'
import type { Severity } from '../../finding.ts'
import { describeAsset } from '../../wording/formatAmount.ts'
import { nameAccount } from '../../wording/nameAccount.ts'

/** Mappings are looked for at the first storage slots, and structs in them up to this many words. */
const MAPPING_SLOTS = 32n
const STRUCT_WORDS = 8n
const MOST_PERCENT = 50n
/** Share of a holding below which something unpriced may be bought without a warning, in percent. */
const SMALL_PERCENT = 10n

export default defineDetector({
  id: 'payment-for-nothing',
  title: 'Payment with nothing in return',
  why: 'Your payment goes to an unknown contract; no token, NFT or coin comes back, and the contract records no credit for you. Fake mints, claims and “security updates” work like this.',
  advice: 'Reject it unless you know the contract and mean to give the money away.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'high',
  confidence: 'medium',
  family: 'loss',
  decisive: true,
  needs: ['transaction', 'movements', 'counterparties', 'recipient', 'simulation'],
  detect: ({ transaction, movements, counterparties, recipient, simulation }) => {
    if (recipient?.class === 'eoa') return 'not-applicable'
    const context = { transaction, recipient, counterparties }
    return movements.lost
      .filter((loss) => loss.how === 'paid' && loss.returned !== 'value' && !keptByService(loss, context))
      .map((loss) => {
        const toPerson = goesToPerson(loss, context, simulation)
        const stranded = loss.takers.some((taker) => takerStanding(taker, context, simulation) === 'relay')
        const credit = toPerson || stranded ? 0n : creditOf(simulation.stateDiff, loss)
        const receiver = loss.takers[0] ?? recipient?.address ?? simulation.created
        const story = toPerson
          ? 'goes to a personal wallet'
          : stranded
            ? 'stays in a contract from which any caller can take it'
            : credit > 0n
              ? 'stays in the contract, which records a credit for you'
              : 'stays in the contract'
        const back =
          loss.returned === 'unpriced' ? 'the assets that come back have no known price' : 'nothing comes back'
        const account = receiver === recipient?.address ? recipient : receiver ? counterparties[receiver] : undefined
        return {
          severity: severityOf(loss, { toPerson, credit }),
          description: `Your ${describeAsset(loss)} ${story}, and ${back}${receiver ? `: ${nameAccount(receiver, account)}` : ''}.`,
          evidence: {
            asset: loss.address ?? 'native',
            amount: String(loss.amount),
            takers: loss.takers,
            toPerson,
            credited: credit > 0n,
            returned: loss.returned,
            holdingBefore: loss.before === null ? null : String(loss.before),
          },
        }
      })
  },
})

function severityOf(loss: Loss, { toPerson, credit }: { toPerson: boolean; credit: bigint }): Severity {
  const atLeast = (percent: bigint) => loss.before === null || loss.amount * 100n >= loss.before * percent
  if (loss.returned === 'unpriced') {
    // Shares and items of a young contract have no price, and neither has what a swindler prints.
    if (loss.usd === null || !atLeast(SMALL_PERCENT)) return toPerson ? 'medium' : 'low'
    return toPerson ? 'high' : 'medium'
  }
  // Any contract can write down a number; only one as large as the payment looks like a deposit.
  if (credit > 0n) return credit >= loss.amount ? 'low' : 'medium'
  return toPerson && loss.before !== null && atLeast(MOST_PERCENT) ? 'critical' : 'high'
}

/**
 * By how much the takers raised a storage word of a mapping keyed by the payer (Solidity and Vyper hash key and slot in
 * opposite orders): deposits, stakes and shares are kept like that.
 */
function creditOf(diff: StateDiff, { takers, account }: Loss): bigint {
  const raised = new Map(
    takers
      .flatMap((taker) => Object.entries(diff[taker]?.storage ?? {}))
      .map(([slot, { before, after }]) => [BigInt(slot), BigInt(after) - BigInt(before)] as const)
      .filter(([, increase]) => increase > 0n),
  )
  let credit = 0n
  for (let slot = 0n; raised.size > 0 && slot < MAPPING_SLOTS; slot++) {
    for (const entry of entriesOf(account, slot)) {
      for (let word = 0n; word < STRUCT_WORDS; word++) {
        const increase = raised.get(BigInt(entry) + word) ?? 0n
        if (increase > credit) credit = increase
      }
    }
  }
  return credit
}

function entriesOf(key: Address, slot: bigint): Hex[] {
  return [
    keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [key, slot])),
    keccak256(encodeAbiParameters([{ type: 'uint256' }, { type: 'address' }], [slot, key])),
  ]
}
