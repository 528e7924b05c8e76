import type { Evidence, Hit } from '../engine/finding.ts'
import type { Account } from '../facts/account.ts'
import type { Origin } from '../facts/origin.ts'
import type { PinnedBlock } from '../facts/pinnedBlock.ts'
import { nameAccount } from './accountNames.ts'
import { wordOf } from './assetNames.ts'

/** Limit of listed words; the rest is counted. */
const MAX = 4

/** `a, b and c`: each once, in order, and past the fourth only how many more there are. */
export function listWords(words: readonly string[], max = MAX): string {
  const distinct = [...new Set(words)]
  const shown = distinct.length > max ? [...distinct.slice(0, max), `${distinct.length - max} more`] : distinct
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}

/** Why a site is to be kept away from: in one sentence, and as evidence. Its words are the lists’ own. */
export function describeListing({ url, host, listed }: Origin): { description: string; evidence: Evidence } {
  const lists = listed.map(
    ({ label, name, source, listedSince, matched }) =>
      `${label}${name === null ? '' : `: ${name}`} (${source}${listedSince === null ? '' : `, seen here since ${listedSince}`}; matched ${matched})`,
  )
  const sources = [...new Set(listed.map(({ source }) => source))]
  return {
    description: `The requesting site, ${host}, is on ${sources.length === 1 ? sources[0] : `${sources.length} lists`} as ${[...new Set(listed.map(({ label }) => label))].join(', ')}.`,
    evidence: { url, host, lists },
  }
}

/** The lists an account is on, as evidence: sanctions first, then what each label says. */
export function listsOf({ labels, sanctionedBy }: Account): string[] {
  return [...sanctionedBy.map((list) => `sanctioned: ${list}`), ...labels.map(wordOf)]
}

/** Describes an account's entry on a freeze list, with the chain and block of the read. */
export function frozenHit(account: Account, block: PinnedBlock, role = ''): Hit {
  const symbols = account.frozenBy ?? []
  return {
    description: `${nameAccount(account.address, account)}${role} is frozen by the issuer of ${listWords(symbols)}: its balance there cannot move.`,
    evidence: { address: account.address, frozenBy: symbols, chain: block.chain, block: String(block.number) },
  }
}
