import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { resemblance } from '@redoubt/risk/accounts/resemblance.ts'
import type { Address } from '@redoubt/risk/address.ts'
import { CHAINS, type Chain } from '@redoubt/risk/chain.ts'
import { DERIVED_FACTS } from '@redoubt/risk/derive/derivedFacts.ts'
import detector from '@redoubt/risk/detectors/transaction/lookalike-recipient.ts'
import { type FactProviders, gatherFacts } from '@redoubt/risk/engine/gatherFacts.ts'
import { runDetectors } from '@redoubt/risk/engine/runDetectors.ts'
import type { Facts } from '@redoubt/risk/facts/facts.ts'
import { pay, sampleFacts } from '@redoubt/risk/testing/sampleFacts.ts'
import { knownAddresses } from '../src/intel/lookup/knownAddresses.ts'
import { createLookalikeIndex } from '../src/intel/lookup/lookalikeIndex.ts'
import type { BenchOptions } from './main.ts'

const RANDOM = 1_000_000

/**
 * Real losses to address poisoning. `recall`: share of payments to the look-alike that the rule stops when the intended
 * address is in the sender's history; `indexRecall`: share that the index over every intended address of the network
 * finds. `falsePairs`: labelled addresses that the index over all labelled ones of their network calls a look-alike;
 * `alike`: pairs of them that have the digits in common all the same. `random`: of a million random addresses, how many
 * resemble a labelled one, beside the number that chance would give.
 */
export default async function poisoning({ data }: BenchOptions): Promise<object> {
  const pairs = await readPairs(join(data, 'address_poisoning', 'test.csv'))
  let stopped = 0
  for (const pair of pairs) if (await isStopped(pair)) stopped++
  const labelled = CHAINS.map((chain) => [...knownAddresses(chain)])
  const indexes = labelled.map(createLookalikeIndex)
  const biggest = labelled.reduce((one, other) => (other.length > one.length ? other : one))
  return {
    pairs: pairs.length,
    recall: share(stopped, pairs.length),
    indexRecall: share(foundByIndex(pairs), pairs.length),
    labelled: labelled.map(({ length }) => length),
    falsePairs: labelled
      .map((addresses, at) => addresses.filter((address) => indexes[at]?.similarTo(address).length !== 0).length)
      .reduce((sum, count) => sum + count, 0),
    alike: labelled.flatMap(pairsAlike),
    random: { addresses: RANDOM, known: biggest.length, ...randomPairs(biggest) },
  }
}

type Pair = { chain: Chain; lookalike: Address; intended: Address }

async function readPairs(file: string): Promise<Pair[]> {
  const [head = '', ...rows] = (await readFile(file, 'utf8')).trim().split('\n')
  const column = (row: string, name: string) => row.split(',')[head.split(',').indexOf(name)]?.toLowerCase() ?? ''
  return rows.map((row) => ({
    chain: column(row, 'chain') as Chain,
    lookalike: column(row, 'lookalike') as Address,
    intended: column(row, 'intended') as Address,
  }))
}

/** Through the rule, its derivations and the runner, as in a scan. */
async function isStopped({ lookalike, intended }: Pair): Promise<boolean> {
  const genuine: Facts['senderHistory'][number] = {
    address: intended,
    direction: 'out',
    zeroValue: false,
    asset: 'USDC',
    genuine: true,
    blockNumber: 100n,
  }
  const bait = { ...genuine, address: lookalike, zeroValue: true, blockNumber: 101n }
  const facts = { ...sampleFacts(), ...pay(lookalike, 1n), senderHistory: [bait, genuine] }
  const given = Object.entries(facts).map(([name, value]) => [name, () => value])
  const providers = { ...DERIVED_FACTS, ...Object.fromEntries(given) } as FactProviders
  const gathered = await gatherFacts({ providers, needed: detector.needs, signal: new AbortController().signal })
  return runDetectors([detector], gathered)[0]?.status === 'found'
}

function foundByIndex(pairs: readonly Pair[]): number {
  let found = 0
  for (const ofChain of Map.groupBy(pairs, ({ chain }) => chain).values()) {
    const index = createLookalikeIndex(ofChain.map(({ intended }) => intended))
    for (const { lookalike, intended } of ofChain)
      if (index.similarTo(lookalike).some(({ address }) => address === intended)) found++
  }
  return found
}

/** Without the rule that a known address imitates none: each as a stranger to the others, and each pair once. */
function pairsAlike(addresses: readonly Address[]): string[] {
  const bucket = (address: Address) => address.slice(2, 5) + address.slice(-4)
  return [...Map.groupBy(addresses, bucket).values()].flatMap((group) =>
    group.flatMap((one, at) =>
      group.slice(at + 1).flatMap((other) => (resemblance(one, other) ? [`${one} ${other}`] : [])),
    ),
  )
}

function randomPairs(known: readonly Address[]): { observed: number; expected: number } {
  const index = createLookalikeIndex(known)
  let observed = 0
  for (let times = 0; times < RANDOM; times++) {
    const bytes = Buffer.from(crypto.getRandomValues(new Uint8Array(20)))
    observed += index.similarTo(`0x${bytes.toString('hex')}`).length
  }
  return { observed, expected: Math.round((known.length * RANDOM) / 2 ** 28) }
}

function share(part: number, whole: number): number {
  return Math.round((part / whole) * 10_000) / 10_000
}
