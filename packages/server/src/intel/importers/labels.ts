import { CHAINS, type Chain } from '@redoubt/risk/chain.ts'
import type { Label } from '@redoubt/risk/facts/account.ts'
import { ACCUSATIONS } from '../../domain/feedback.ts'
import { builtInLabels } from '../builtInLabels.ts'
import { knownAddresses } from '../lookup/knownAddresses.ts'
import { isAccusation, LIST_LABELS, type ListLabel } from '../ports.ts'

// Words that lists use for one entry, as whole words in lower case. None makes an entry `trusted`: only the operator who
// adds a list may say that, or a list of thieves could vouch for its author.
const WORDS: Readonly<Partial<Record<ListLabel, string>>> = {
  sanctioned: 'sanctioned sanction sanctions ofac sdn ofac-sanctioned ofac-sanctions-lists',
  phishing: 'phish phishing phish-hack phisher fake-phishing phishing-site wallet-drainer-site',
  malware: 'malware trojan botnet ransomware malware-download c2 stealer',
  hacker: 'hack hacker hacked exploit exploiter exploits heist attacker attack hack-exploit',
  scammer: 'scammer drainer drain rugpull rug-pull fraud fraudster honeypot ponzi address-poisoning impersonator',
  scam: 'scam scams scamming scam-site fake',
  mixer: 'mixer mixing tumbler tornado-cash tornado coinjoin',
  exchange: 'exchange cex exchanges binance coinbase kraken okx kucoin huobi bybit bitfinex gate-io hot-wallet deposit',
  bridge: 'bridge bridges cross-chain',
  nft_marketplace: 'nft-marketplace nft-marketplaces marketplace opensea',
  dao_treasury: 'dao dao-treasury treasury',
  multisig: 'multisig multi-sig gnosis-safe gnosis-safe-multisig safe-multisig',
  mev_bot: 'mev mev-bot mevbot sandwich-bot arbitrage-bot',
  whale: 'whale whales',
  smart_money: 'smart-money smartmoney',
  defi_protocol: 'dex defi defi-protocol protocol lending amm aggregator staking yield uniswap aave',
  token: 'token tokens erc20 erc-20 token-contract',
}
const LABELS: ReadonlyMap<string, ListLabel> = new Map(
  Object.entries(WORDS).flatMap(([label, words]) =>
    words.split(' ').map((word) => [word, label as ListLabel] as const),
  ),
)
/** A million entries have few different words; a hostile list has many, and they are not kept. */
const SEPARATORS = /[,;|/]/
const MAX_WORDS = 16
const MAX_WORD = 64

/**
 * The label that an entry's own words name: the first that is known and allowed, of a text such as `Phish / Hack`,
 * `phishing,scam`, or of an array of such. Null when there is none.
 * @param allowed what the words may say, see `labelsWithin`.
 */
export function labelOfText(words: unknown, allowed: ReadonlySet<ListLabel>): ListLabel | null {
  for (const text of Array.isArray(words) ? words.slice(0, MAX_WORDS) : [words]) {
    if (typeof text !== 'string' || text.length > MAX_WORD * MAX_WORDS) continue
    for (const word of [text, ...text.split(SEPARATORS, MAX_WORDS)]) {
      const label = LABELS.get(plain(word))
      if (label !== undefined && allowed.has(label)) return label
    }
  }
  return null
}

/** `Fake_Phishing`, `fake phishing` and `fake-phishing` are one word. */
function plain(word: string): string {
  return word
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-')
}

/** These make an address count as a known service or wallet. */
const VOUCHING: ReadonlySet<ListLabel> = new Set([
  'exchange',
  'defi_protocol',
  'bridge',
  'nft_marketplace',
  'dao_treasury',
  'multisig',
  'token',
  'trusted',
])

/**
 * Returns the labels that an entry's own words may give it in a list of this label. The author of a list of thieves must not
 * be able to vouch for one: there, words choose among accusations; they vouch only in a list that vouches itself. Sanctions
 * are the word of an authority: only a sanctions list says them, and says nothing else. No words make an entry `trusted`.
 */
export function labelsWithin(label: ListLabel): ReadonlySet<ListLabel> {
  if (label === 'sanctioned') return new Set()
  const words = isAccusation(label) ? ACCUSATIONS : LIST_LABELS
  return new Set(
    words.filter((word) => word !== 'sanctioned' && word !== 'trusted' && (VOUCHING.has(label) || !VOUCHING.has(word))),
  )
}

/** The coin of a network, where contracts expect a token's address. */
const NATIVE = `0x${'e'.repeat(40)}`

/** These have no private key: zero, 0x…dEaD, precompiles, and the contracts that networks keep at small numbers. */
const SMALL = /^0x0{36}/

const ACCUSING: ReadonlySet<Label['category']> = new Set(['scammer', 'hacker', 'mixer'])

/** Whether an address has no owner, so that no list can mean anything by it. @param address lower case. */
export function isReserved(address: string): boolean {
  return SMALL.test(address) || address === NATIVE
}

/**
 * Whether this is a widely used address, by hand-written labels or packages that the program trusts: services, tokens,
 * exchanges. One line that accuses it would stop every user at once. Mixers and thieves known by hand do not count.
 * @param chain null: on any network.
 * @param address lower case.
 */
export function isWellKnown(chain: Chain | null, address: string): boolean {
  return (chain === null ? CHAINS : [chain]).some((one) => wellKnownOn(one).has(address))
}

const wellKnown = new Map<Chain, ReadonlySet<string>>()

/** A set of some thousand: asked a million times, the labels themselves would take 15 seconds. */
function wellKnownOn(chain: Chain): ReadonlySet<string> {
  let known = wellKnown.get(chain)
  if (known === undefined) {
    known = new Set([...knownAddresses(chain)].filter((address) => isService(builtInLabels(chain, address))))
    wellKnown.set(chain, known)
  }
  return known
}

function isService(labels: readonly Label[]): boolean {
  return (
    labels.some(({ confidence }) => confidence === 'high') && !labels.some(({ category }) => ACCUSING.has(category))
  )
}
