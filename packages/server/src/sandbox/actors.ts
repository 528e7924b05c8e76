import type { Address, Hex } from '@redoubt/risk/address.ts'
import { privateKeyToAddress } from 'viem/accounts'
import { keccak256, stringToHex } from 'viem/utils'

/** A person of the sandbox. The key is public by design and worth nothing on a real network. */
export type Actor = { address: Address; privateKey: Hex }

/** Every account with a key; it has the same address on all three networks. */
export const ACTOR_NAMES = [
  'trader', // the honest protagonist
  'friend', // receives frequent payments of the trader
  'poisoner', // owns an address that looks like the friend's
  'fresh', // a wallet with money and no history
  'deposit', // the trader's deposit address at the exchange
  'marketMaker', // provides the liquidity
  'issuer', // issues the dollar tokens and owns the feeds
  'projectTeam', // made the honest young token
  'taxTeam', // made the honest token with a small tax
  'foundation', // runs the vault behind a proxy
  'artist', // made the collections
  'collector', // trades collectibles with the trader
  'honeypotTeam',
  'rugTeam',
  'buyerOne', // bought the honeypot and cannot sell
  'buyerTwo',
  'buyerThree',
  'drainerOperator',
  'drainerCashOut', // where the drainer's takings go
  'redPillOperator',
  'spender', // a personal wallet that collects approvals
  'victimOne',
  'victimTwo',
  'careless', // approved the drainer and has not been robbed yet
  'delegated', // has given its account a delegate (EIP-7702)
  'batching', // has given its account eth-infinitism's delegate, which obeys the entry point
  'sanctioned', // on the sandbox's sanctions oracle
  'worker', // deploys the sandbox's own infrastructure
  // Known from the sandbox's own lists (startSandbox.ts), and not by any act against the accounts that scan.
  'venue', // the hot wallet of a second exchange
  'scammer', // takes payments for goods that do not exist
  'hacker', // robbed the bridge and went to the mixer
  'designated', // sanctioned by a list that the oracle does not follow
  'reportedOperator', // runs the drainer that was reported
  'robbed', // its victim
  'bridgeTeam',
  'mixerTeam',
  // Labelled by their acts on markets (history/marketActs.ts), each beside the honest account that resembles it.
  'listingTeam', // made three honest tokens and burned their LP tokens
  'swingTrader', // buys low and sells high, on three tokens
  'chaser', // buys high and sells low, as often
  'searcher', // trades around strangers' purchases
  'arbitrageur', // trades as often in one block, around no purchase
  'yieldTeam', // made the token with a hidden mint and the one with a high tax
] as const

export type ActorName = (typeof ACTOR_NAMES)[number]

/**
 * Two of the names "look-alike 0…", found by comparing the first four and last four hex digits of some 15,000
 * addresses: 0x3c1f…6a5a both. A poisoner does the same with more patience.
 */
const SEEDS: Partial<Record<ActorName, string>> = { friend: 'look-alike 6758', poisoner: 'look-alike 14572' }

export const ACTORS: Readonly<Record<ActorName, Actor>> = Object.fromEntries(
  ACTOR_NAMES.map((name) => {
    const privateKey = keccak256(stringToHex(`redoubt sandbox actor: ${SEEDS[name] ?? name}`))
    return [name, { address: privateKeyToAddress(privateKey), privateKey }]
  }),
) as Record<ActorName, Actor>
