import { defineDetector } from '../../engine/detector.ts'
import type { CoinTrap } from '../../facts/coinTrap.ts'
import { shortAddress } from '../../wording/accountNames.ts'
import { formatAmount } from '../../wording/assetNames.ts'

const COIN_DECIMALS = 18
const MAX_FINDINGS = 3

export default defineDetector({
  id: 'coin-honeypot',
  title: 'Coin honeypot',
  why: 'The contract asks for coins and its code can pay them back to the caller: a game, a gift, a bank or a mixer. Redoubt played the victim in simulation, with coins in the contract: it paid with every price and answer that the code and the storage show, waited, and withdrew. Every accepted payment was lost, or a call that someone else can make before yours decides that it is. An honest game refuses a wrong payment, writes it down, or pays some of its players.',
  advice: 'Send it nothing. The coins that it seems to give away are the bait.',
  appliesTo: 'contract',
  category: 'code',
  severity: 'high',
  confidence: 'high',
  family: 'drainer',
  ofPayers: true,
  needs: ['coinTraps'],
  detect: ({ coinTraps }) =>
    coinTraps.slice(0, MAX_FINDINGS).map((trap) => {
      const { kind, selector, signature, args, value, accepted, by, call, taker } = trap
      return {
        description: `${describe(trap)} Confirmed in simulation.`,
        evidence: {
          trap: kind,
          function: signature ?? selector,
          args,
          paidWei: String(value),
          accepted,
          ...(by !== null && { by }),
          ...(call !== null && { setBy: call.signature ?? call.selector, setArgs: call.args }),
          taker,
        },
      }
    }),
})

function describe(trap: CoinTrap): string {
  const { kind, accepted, by, isNamed, call, taker } = trap
  const name = trap.signature ?? trap.selector
  const coins = `${formatAmount(trap.value, COIN_DECIMALS)} coins`
  const paid = `${name} accepts ${coins}`
  const takes = taker === null ? '' : ` ${shortAddress(taker)} can take it.`
  const who = isNamed && by !== null ? shortAddress(by) : 'An earlier visitor'
  const earlier = call === null ? '' : `${who} can call ${call.signature ?? call.selector}`
  switch (kind) {
    case 'kept':
      return `${paid}, and kept all ${accepted} payments that Redoubt tried without a record.${takes}`
    case 'unwinnable':
      return `${paid} for an answer, and each of the ${accepted} payments that it accepted lost.${takes}`
    case 'no-control':
      return `${paid}, puts its sender in the place of a key, and gives the sender nothing.${takes}`
    case 'misdirected':
      return `${paid} as a deposit; your own withdrawal by ${call?.signature ?? call?.selector} then pays it to ${taker === null ? 'another account' : shortAddress(taker)}.`
    case 'switched-off':
      return `${earlier}; ${name} then still accepts ${coins}, which no longer comes back.${takes}`
    case 'replaceable-code':
      return `${earlier} and choose code that ${name} runs with your ${coins} before it pays.`
  }
}
