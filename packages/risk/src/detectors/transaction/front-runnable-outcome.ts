import { defineDetector } from '../../engine/detector.ts'
import type { Severity } from '../../engine/finding.ts'
import type { OpenAccount, OpenSlot, Validity, WriterClass } from '../../facts/validityFacts.ts'
import { shortAddress } from '../../wording/accountNames.ts'

/** Seconds in which a write counts as recent. */
const RECENTLY = 86_400n
const WORST_FIRST: readonly Severity[] = ['high', 'medium', 'low', 'info']
/** Steps lower: a multisig or a timelock leaves time to notice, other code has rules that were not read. */
const LOWERED: Readonly<Record<WriterClass, number>> = {
  anyone: 0,
  eoa: 0,
  unknown: 1,
  contract: 1,
  multisig: 2,
  timelock: 2,
  governor: 2,
  burned: 3,
}

export default defineDetector({
  id: 'front-runnable-outcome',
  title: 'Front-runnable transaction outcome',
  why: 'We ran the transaction again after a call that another account can make first, and it took more or gave less. A transaction that is harmless when checked can be made harmful while it waits (time of check, time of use).',
  advice:
    'Reject it unless you trust the account that can make that call. If you go on, scan it again right before you send it.',
  appliesTo: 'transaction',
  category: 'code',
  severity: 'high',
  confidence: 'medium',
  needs: ['validity'],
  detect: ({ validity }) => [
    ...validity.openSlots
      .filter(({ flip, bounded }) => flip.effect !== 'other' && !bounded)
      .map((slot) => ({
        severity: severityOf(slot, validity),
        description: described(slot),
        evidence: {
          contract: slot.contract,
          slot: slot.slot,
          value: slot.value,
          flippedTo: slot.flip.value,
          effect: slot.flip.effect,
          writers: slot.writers.map(({ signature, selector }) => signature ?? selector),
          ...(slot.executed !== null && { caller: slot.executed.caller, args: slot.executed.args }),
          ...(slot.lastWrite !== null && { lastWrittenInBlock: String(slot.lastWrite.blockNumber) }),
        },
      })),
    ...validity.openAccounts.map((open) => ({
      severity: lowered((open.flip.effect === 'new-loss' ? 0 : 1) + LOWERED[open.writer]),
      description: describedAccount(open),
      evidence: {
        account: open.account,
        reads: open.reads,
        value: open.value,
        flippedTo: open.flip.value,
        effect: open.flip.effect,
      },
    })),
  ],
})

/**
 * Returns the severity of one slot. An executed call that causes a new loss is high; one that only changes amounts is medium, or
 * high when the slot was written within the last day. A change that no executed call made is two steps lower for amounts, since
 * the code may not allow it, and one step lower for a new loss, since code that hides its writer is no safer than code that shows
 * it.
 */
function severityOf({ flip, executed, lastWrite }: OpenSlot, { block }: Validity): Severity {
  const recent = lastWrite !== null && !lastWrite.creation && block.timestamp - lastWrite.timestamp <= RECENTLY
  const drains = flip.effect === 'new-loss'
  const harm = drains || recent ? 0 : 1
  return lowered(harm + (executed === null ? (drains ? 1 : 2) : LOWERED[executed.account]))
}

function lowered(steps: number): Severity {
  return WORST_FIRST[Math.min(steps, WORST_FIRST.length - 1)] ?? 'info'
}

function describedAccount({ account, reads, flip, writer }: OpenAccount): string {
  const who =
    writer === 'anyone'
      ? `Anyone can send coins to ${shortAddress(account)}`
      : writer === 'eoa'
        ? `The holder of the key of ${shortAddress(account)} can change its ${reads}`
        : `${shortAddress(account)} can change its ${reads} by its own rules`
  return `${who} first: the transaction then ${does(flip.effect)}.`
}

function described({ contract, slot, role, flip, executed }: OpenSlot): string {
  const name = role === null ? `storage slot ${shortSlot(slot)}` : `“${role}”`
  if (executed === null)
    return `With another value in ${name} of ${shortAddress(contract)} the transaction ${does(flip.effect)}; which accounts can write that value is unknown.`
  const call = executed.signature ?? executed.selector
  const who = WHO[executed.account] ?? `${shortAddress(executed.caller)} (${executed.account})`
  return `${who} can call ${call} of ${shortAddress(contract)} first: the transaction then ${does(flip.effect)}.`
}

function does(effect: OpenSlot['flip']['effect']): string {
  return effect === 'new-loss'
    ? 'takes assets that it leaves alone now, or gives nothing for them'
    : 'takes more from the sender, or gives less than half'
}

/** Callers that the simulation makes up: a stranger, and an account put on the contract's own list. */
const WHO: Partial<Record<WriterClass, string>> = { anyone: 'Anyone', unknown: 'An account on a list of the contract' }

function shortSlot(slot: string): string {
  const number = BigInt(slot)
  return number < 1_000n ? String(number) : `${slot.slice(0, 10)}…`
}
