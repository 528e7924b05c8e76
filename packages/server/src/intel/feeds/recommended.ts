import type { NewIntelSource } from '../ports.ts'

/** A list worth loading, with what an operator needs to decide. */
export type RecommendedSource = NewIntelSource & {
  licence: string
  homepage: string
  /** One sentence: what it knows that others do not. */
  why: string
  /**
   * Free for any use. The others restrict use or state no terms: an operator who has read them enables those by name.
   */
  free: boolean
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/**
 * Not here, and why. Tranco: a zip, which no importer reads. URLhaus itself: every download needs a key of one's own
 * (`redoubt intel add https://urlhaus-api.abuse.ch/files/exports/…?auth-key=…`). MetaMask's `whitelist`: exempts hosts from
 * its own fuzzy match and vouches for none. polkadot-js's address.json: addresses of other networks. revoke.cash: one file
 * per spender. Phantom's blocklist: frozen since January 2025. Scraped explorer labels (brianleect/etherscan-labels): in a
 * stored copy, names and addresses are shifted against each other.
 */
export const RECOMMENDED: readonly RecommendedSource[] = [
  {
    id: 'ofac-sdn',
    title: 'US Treasury: Specially Designated Nationals',
    location: 'https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/SDN.XML',
    homepage: 'https://sanctionslist.ofac.treas.gov/Home/SdnList',
    why: 'The sanctions list itself, which the oracle on chain follows; SDN_ADVANCED.XML has the same addresses in several times the bytes.',
    format: 'ofac-xml',
    options: {},
    label: 'sanctioned',
    confidence: 'high',
    licence: 'Public domain (work of the US government)',
    free: true,
    refreshMs: 6 * HOUR,
  },
  {
    id: 'metamask-phishing',
    title: 'MetaMask: eth-phishing-detect',
    location: 'https://raw.githubusercontent.com/MetaMask/eth-phishing-detect/main/src/config.json',
    homepage: 'https://github.com/MetaMask/eth-phishing-detect',
    why: 'The block list of the most used wallet, reviewed by people.',
    format: 'json-path',
    options: { path: 'blacklist' },
    label: 'phishing',
    confidence: 'high',
    licence: "Don't Be a Dick Public License 1.1",
    free: true,
    refreshMs: HOUR,
  },
  {
    id: 'metamask-c2',
    title: 'MetaMask: command hosts of drainers (hashed)',
    location: 'https://client-side-detection.api.cx.metamask.io/v1/request-blocklist',
    homepage: 'https://github.com/MetaMask/core/tree/main/packages/phishing-controller',
    why: 'Hosts that drainer scripts talk to, as SHA-256: a page that calls one is caught whatever its own name.',
    format: 'json-path',
    options: { path: 'recentlyAdded' },
    label: 'malware',
    confidence: 'high',
    licence: "None stated: MetaMask's terms of use",
    free: false,
    refreshMs: HOUR,
  },
  {
    id: 'scamsniffer-domains',
    title: 'ScamSniffer: phishing domains',
    location: 'https://raw.githubusercontent.com/scamsniffer/scam-database/main/blacklist/domains.json',
    homepage: 'https://github.com/scamsniffer/scam-database',
    why: 'The largest open list of wallet drainers’ sites, some 300,000, seven days late.',
    format: 'json-array',
    options: {},
    label: 'phishing',
    confidence: 'high',
    licence: 'GPL-3.0',
    free: true,
    refreshMs: 6 * HOUR,
  },
  {
    id: 'scamsniffer-addresses',
    title: 'ScamSniffer: phishing addresses',
    location: 'https://raw.githubusercontent.com/scamsniffer/scam-database/main/blacklist/address.json',
    homepage: 'https://github.com/scamsniffer/scam-database',
    why: 'Addresses that drainers collect to, seven days late.',
    format: 'json-array',
    options: {},
    label: 'scammer',
    confidence: 'high',
    licence: 'GPL-3.0',
    free: true,
    refreshMs: 6 * HOUR,
  },
  {
    id: 'polkadot-js-phishing',
    title: 'polkadot-js: phishing',
    location: 'https://polkadot.js.org/phishing/all.json',
    homepage: 'https://github.com/polkadot-js/phishing',
    why: 'Scam sites gathered by the Polkadot community, many of which target every network.',
    format: 'json-path',
    options: { path: 'deny' },
    label: 'phishing',
    confidence: 'high',
    licence: 'Apache-2.0',
    free: true,
    refreshMs: 3 * HOUR,
  },
  {
    id: 'phishing-database',
    title: 'Phishing.Database: active domains',
    location: 'https://phish.co.za/latest/phishing-domains-ACTIVE.txt',
    homepage: 'https://github.com/Phishing-Database/Phishing.Database',
    why: 'Phishing of every kind, tested again every day; compromised honest sites among it.',
    format: 'lines',
    options: {},
    label: 'phishing',
    confidence: 'medium',
    licence: 'MIT',
    free: true,
    refreshMs: 6 * HOUR,
  },
  {
    id: 'urlhaus-filter',
    title: 'URLhaus: hosts that spread malware',
    location: 'https://malware-filter.gitlab.io/malware-filter/urlhaus-filter-hosts-online.txt',
    homepage: 'https://gitlab.com/malware-filter/urlhaus-filter',
    why: 'Hosts online now that serve malware, without the popular ones, from abuse.ch’s database, without a key.',
    format: 'hosts',
    options: {},
    label: 'malware',
    confidence: 'medium',
    licence: 'CC0-1.0 (data of abuse.ch)',
    free: true,
    refreshMs: 12 * HOUR,
    churns: true,
  },
  {
    id: 'openphish',
    title: 'OpenPhish: community feed',
    location: 'https://raw.githubusercontent.com/openphish/public_feed/refs/heads/main/feed.txt',
    homepage: 'https://openphish.com/phishing_feeds.html',
    why: 'A few hundred phishing pages seen in the last hours, as whole URLs.',
    format: 'lines',
    options: {},
    label: 'phishing',
    confidence: 'high',
    licence: 'Non-commercial use only (openphish.com/terms.html)',
    free: false,
    refreshMs: 12 * HOUR,
    churns: true,
  },
  {
    id: 'forta-phishing',
    title: 'Forta: phishing addresses',
    location: 'https://raw.githubusercontent.com/forta-network/labelled-datasets/main/labels/1/phishing_scams.csv',
    homepage: 'https://github.com/forta-network/labelled-datasets',
    why: 'Addresses that Etherscan tagged as phishing up to January 2023: old thieves still receive.',
    format: 'csv',
    options: { column: 'address', nameColumn: 'etherscan_tag', chain: 'ethereum' },
    label: 'scammer',
    confidence: 'medium',
    licence: 'MIT',
    free: true,
    refreshMs: 24 * HOUR,
  },
  {
    id: 'forta-malicious-contracts',
    title: 'Forta: contracts of attacks',
    location:
      'https://raw.githubusercontent.com/forta-network/labelled-datasets/main/labels/1/malicious_smart_contracts.csv',
    homepage: 'https://github.com/forta-network/labelled-datasets',
    why: 'Contracts that Etherscan tagged with exploit, heist or phishing up to January 2023.',
    format: 'csv',
    options: { column: 'contract_address', nameColumn: 'contract_tag', chain: 'ethereum' },
    label: 'hacker',
    confidence: 'medium',
    licence: 'MIT',
    free: true,
    refreshMs: 24 * HOUR,
  },
]
