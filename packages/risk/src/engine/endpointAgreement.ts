import type { Address } from '../address.ts'
import { listWords } from '../wording/listWords.ts'
import type { Finding } from './finding.ts'

/** Data on which two RPC endpoints answered differently for the same block. */
export type Contradiction = {
  kind: 'block' | 'code' | 'balance' | 'nonce' | 'storage' | 'call' | 'logs'
  /** The account; null for a block and for logs of several accounts. */
  address: Address | null
  /** Hosts that differ, without paths and keys. */
  hosts: string[]
  /** Those of them that a majority or a proof showed to be wrong. */
  wrong: string[]
}

/** What RPC endpoints said of each other's answers about the state that a verdict rests on. */
export type EndpointAgreement = {
  /**
   * Why not all of it was confirmed; null: it was. `one-endpoint`: no second one is configured or can be asked; `behind`: the
   * others do not have the block yet; `no-answer`: the others did not answer all of it in time.
   */
  unconfirmed: 'one-endpoint' | 'behind' | 'no-answer' | null
  contradictions: Contradiction[]
}

/** Id of the finding: of no rule, for it is about the endpoints. */
export const CONTRADICTING_ENDPOINTS = 'contradicting-rpc-endpoints'
/** The missing decisive fact: nothing is known of a chain whose endpoints contradict each other. */
export const ENDPOINT_AGREEMENT = 'endpointAgreement'
/** The source that an answer lists as unavailable when no second endpoint confirmed it. */
export const SECOND_ENDPOINT = 'second-endpoint'

const WORDS: Readonly<Record<Contradiction['kind'], string>> = {
  block: 'the block itself',
  code: 'the code',
  balance: 'the balance',
  nonce: 'the nonce',
  storage: 'the storage',
  call: 'what a call answers',
  logs: 'the event logs',
}
const MAX_SHOWN = 5

/** Returns the finding that names the endpoints that contradict each other. The floor for unknown facts has its points. */
export function contradictingEndpoints(agreement: EndpointAgreement | undefined): Finding[] {
  const contradictions = agreement?.contradictions ?? []
  const hosts = [...new Set(contradictions.flatMap((one) => one.hosts))].sort()
  if (hosts.length === 0) return []
  const wrong = [...new Set(contradictions.flatMap((one) => one.wrong))].sort()
  const differ = listWords(contradictions.map(({ kind, address }) => wordsOf(kind, address)))
  const verdict =
    wrong.length > 0
      ? `${listWords(wrong)} ${wrong.length === 1 ? 'was' : 'were'} shown to be wrong and ${wrong.length === 1 ? 'is' : 'are'} asked no more for now.`
      : 'Nothing shows which of them is wrong.'
  return [
    {
      id: CONTRADICTING_ENDPOINTS,
      severity: 'medium',
      title: 'Contradicting RPC endpoints',
      description: `The RPC endpoints ${listWords(hosts)} contradict each other about ${differ}. ${verdict}`,
      impact: 0,
      evidence: {
        hosts,
        wrong,
        differ: contradictions.slice(0, MAX_SHOWN).map(({ kind, address }) => (address ? `${kind} ${address}` : kind)),
      },
    },
  ]
}

/** Returns sources that failed, with the second endpoint where it did not confirm what was read. */
export function withSecondEndpoint(unavailable: readonly string[], agreement: EndpointAgreement | undefined): string[] {
  if (agreement === undefined || agreement.unconfirmed === null) return [...unavailable]
  return [...new Set([...unavailable, SECOND_ENDPOINT])].sort()
}

function wordsOf(kind: Contradiction['kind'], address: Address | null): string {
  return address === null ? WORDS[kind] : `${WORDS[kind]} of ${address}`
}
