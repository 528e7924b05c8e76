import type { ListLabel } from '../ports.ts'

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
export function labelOfWords(words: unknown, allowed: ReadonlySet<ListLabel>): ListLabel | null {
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
