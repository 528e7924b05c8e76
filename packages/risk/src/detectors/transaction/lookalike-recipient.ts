import { defineDetector } from '../../detector.ts'
import { fullAddress } from '../../wording/accountNames.ts'
import { ACQUAINTANCES, lookalikeSeverity } from '../../wording/acquaintances.ts'

export default defineDetector({
  id: 'lookalike-recipient',
  title: 'Address poisoning: lookalike recipient',
  why: 'In address poisoning, an attacker creates an address with the same first and last digits as one you use, puts it into your history with a worthless transfer, and waits for you to copy it. Chance alone produces such a match once in 268 million.',
  advice: 'Do not send. Copy the address again from where you first got it, and compare every digit.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'critical',
  confidence: 'high',
<<<<<<< HEAD
  needs: ['lookalikeParties'],
  detect: ({ lookalikeParties }) =>
    lookalikeParties.map(({ address, similarTo, by, baitInHistory }) => ({
      severity: lookalikeSeverity(by),
      description: `${fullAddress(address)} looks like ${ACQUAINTANCES[by]}, ${fullAddress(similarTo)}, but is a different address.`,
      evidence: { recipient: address, resembles: similarTo, knownBy: by, baitInHistory },
    })),
=======
  needs: ['payees', 'grants', 'senderHistory', 'principals'],
  detect: ({ payees, grants, senderHistory, principals }) => {
    const targets = new Set([...payees.map(({ address }) => address), ...grants.map(({ spender }) => spender)])
    // Address poisoners write zero-value entries, so these make no address known. An attacker's own token can log a payment you never
    // made.
    const real = senderHistory.filter(({ zeroValue }) => !zeroValue)
    const paid = new Set(
      real.filter(({ direction, genuine }) => direction === 'out' && genuine).map(({ address }) => address),
    )
    const since = new Map<Address, bigint>()
    for (const { address, blockNumber } of real) {
      const earliest = since.get(address)
      if (earliest === undefined || blockNumber < earliest) since.set(address, blockNumber)
    }
    for (const principal of principals) since.set(principal, 0n)
    return [...targets]
      .filter((target) => !paid.has(target) && !principals.includes(target))
      .flatMap((target) => {
        const appeared = since.get(target)
        const original = [...since]
          // The bait always comes after the address it imitates.
          .filter(([known, block]) => known !== target && (appeared === undefined || block < appeared))
          .find(([known]) => resemblance(known, target) !== null)?.[0]
        if (!original) return []
        const baited = senderHistory.some(({ address }) => address === target)
        return [
          {
            description: `${fullAddress(target)} looks like ${original === principals[0] ? 'your own address' : 'an address you have dealt with'}, ${fullAddress(original)}, but is a different address.`,
            evidence: { recipient: target, resembles: original, baitInHistory: baited },
          },
        ]
      })
  },
>>>>>>> main
})
