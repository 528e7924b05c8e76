import { KNOWN_DELEGATES } from '../../accounts/knownAddresses.ts'
import type { Address } from '../../address.ts'
import { dangerHit, dangerOf, endangersPayersOnly } from '../../contract/callers.ts'
import { FINDINGS_OF_SALES } from '../../contract/findingsOfSales.ts'
import { defineDetector } from '../../engine/detector.ts'
import type { Facts } from '../../facts/facts.ts'
import { nameAccount } from '../../wording/accountNames.ts'

/** Findings of payments to play for: that one call lost does not show that none can win. */
const OF_GAMES: ReadonlySet<string> = new Set(['coin-honeypot'])

/** Findings about the account of an item, which harm its buyer. */
const OF_ITEMS: ReadonlySet<string> = new Set(['surviving-item-signer'])

/** Whether an account that runs this delegate's code then, or none, endangers no caller as far as a scan of all of it tells. */
function isHarmless(delegate: Address | null, judgements: Facts['contractJudgements']): boolean {
  if (delegate === null || KNOWN_DELEGATES.has(delegate)) return true
  const judgement = judgements[delegate]
  return judgement?.complete === true && dangerOf(judgement) === null
}

export default defineDetector({
  id: 'call-to-dangerous-contract',
  title: 'Call or payment to a dangerous contract',
  why: 'The contract scan found what the code or the owner of this contract can do to its users. A call without a visible effect can still arm the contract against your earlier approvals, and what you pay in is in its owner’s hands. Calls that only take assets back or reduce permissions are left out.',
  advice:
    'Reject it. If the contract holds assets of yours, call its withdrawal function instead and simulate that call first.',
  appliesTo: 'transaction',
  category: 'code',
  severity: 'high',
  confidence: 'high',
  decisive: true,
  needs: ['contractJudgements', 'exits', 'decodedSteps', 'moved', 'payees'],
  detect: ({ contractJudgements, exits, decodedSteps, moved, payees }) => {
    const judgements = Object.values(contractJudgements)
    if (judgements.length === 0) return 'not-applicable'
    const called = new Set(decodedSteps.map(({ to }) => to))
    // A token's own share of its transfers is no payment to it.
    const lost = moved?.movements.lost ?? []
    const gained = moved?.movements.gained ?? []
    const paid = new Set([
      ...lost.flatMap(({ address, takers }) => takers.filter((taker) => taker !== address)),
      ...payees.flatMap(({ address, asset }) => (address === asset ? [] : [address])),
    ])
    const paysNothing = moved !== null && lost.length === 0 && decodedSteps.every(({ value }) => value === 0n)
    return judgements.flatMap((judgement) => {
      const { address, account, findings, complete } = judgement
      // What becomes of a payment by a call was executed, and has rules of its own.
      const isPlain = decodedSteps.some(({ to, selector, value }) => to === address && selector === null && value > 0n)
      const isShown = called.has(address) ? moved !== null && !isPlain : paysNothing && !paid.has(address)
      const isPlayed = paid.has(address) && findings.some(({ id }) => OF_GAMES.has(id))
      if (isShown && !isPlayed && endangersPayersOnly(judgement)) return []
      // A rescue calls a sweeper's victim so.
      const replaced = moved?.replaced.find((one) => one.account === address)
      if (replaced && paysNothing && !paid.has(address) && isHarmless(replaced.delegate, contractJudgements)) return []
      const given = lost.filter(({ takers }) => takers.includes(address))
      const isRedeemed = given.length > 0 && lost.every(({ returned }) => returned === 'value')
      if (isRedeemed && complete && findings.every(({ id }) => FINDINGS_OF_SALES.has(id))) return []
      const severity = dangerOf(judgement)
      // A token that only a pool prices, in exchange for what leaves.
      const isReceived =
        lost.some(({ pooled, how }) => pooled === true && how === 'taken') &&
        gained.some((one) => one.address === address)
      // The account of an item that is bought: what it holds comes with the item.
      const isOfItem = findings.some(({ id }) => OF_ITEMS.has(id))
      if (
        severity === null ||
        exits.includes(address) ||
        !(called.has(address) || paid.has(address) || isReceived || isOfItem)
      )
        return []
      const name = nameAccount(address, account)
      const what = called.has(address)
        ? `You call ${name}`
        : paid.has(address)
          ? `Your assets go to ${name}`
          : isOfItem
            ? `You get an item that has the account ${name}`
            : `You get ${name} for your assets`
      return [
        dangerHit(judgement, severity, { what, evidence: { called: called.has(address), paid: paid.has(address) } }),
      ]
    })
  },
})
