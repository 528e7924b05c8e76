import type { Account } from '@redoubt/risk/facts/account.ts'
import type { Facts } from '@redoubt/risk/facts/facts.ts'
import { sampleContract, TOKEN } from '@redoubt/risk/testing/sampleContract.ts'
import { account } from '@redoubt/risk/testing/sampleFacts.ts'
import { walletHistory } from '@redoubt/risk/testing/sampleWallet.ts'
import type { ContractSources } from './contractSources.ts'
import { type ContractScanInput, createContractScan } from './scanContract.ts'

// Sources that answer prepared facts: the tests are about the questions to them, and the use of their answers.

const CHECKSUMMED = '0x70ce100000000000000000000000000000000000'
export const sample = sampleContract() as Facts
export const INPUT: ContractScanInput = {
  chain: 'ethereum',
  address: TOKEN,
  spelling: { member: 'address', spelled: CHECKSUMMED, checksummed: CHECKSUMMED, checksumFailed: false },
  includeAbi: false,
  simulateTrade: true,
  deadlineMs: 10_000,
}

/** Powers of the sample token, and what differs. */
export function privilegesOf(more: Partial<Privileges>): Privileges {
  const { privileged } = sample
  return { privileged, switches: [], capabilities: [], budget: { runs: 9, max: 400, cut: [] }, ...more }
}
type Privileges = Awaited<ReturnType<NonNullable<ContractSources['privileges']>>>

/** Sources of the sample token; `asked` collects the names of those that were called. */
export function testSources(change: Partial<ContractSources> = {}, subject: Account = sample.subject) {
  const asked: string[] = []
  const answers: ContractSources = {
    chain: 'ethereum',
    block: async () => sample.block,
    account: async (_, address) => (address === TOKEN ? subject : account(address)),
    intelAsOf: () => '2026-11-01',
    proxy: async () => null,
    bytecode: async () => sample.bytecode,
    totalSupply: async () => sample.totalSupply,
    trade: async () => sample.trade,
    privileges: async () => privilegesOf({}),
    provenance: async () => sample.provenance,
    distribution: async () => sample.distribution,
    deployerTokens: async () => sample.deployerTokens,
    history: async () => walletHistory({ funding: null }),
    said: async () => ({ labels: [], sanctioned: false }),
    guardedPulls: async () => ({ pulls: sample.guardedPulls, coverage: { functions: 0, open: [] } }),
    guardedTokenPowers: async () => sample.guardedTokenPowers,
    deposits: async () => ({ trials: [], cut: 0, refused: [] }),
    depositSources: () => {
      throw new Error('there is no payment')
    },
    imitates: () => null,
    reliedWords: async () => [],
    areUnchanged: async () => true,
    ...change,
  }
  const watched = Object.fromEntries(
    Object.entries(answers).map(([name, gather]) => [
      name,
      typeof gather !== 'function'
        ? gather
        : (...args: unknown[]) => {
            asked.push(name)
            return (gather as (...given: unknown[]) => unknown)(...args)
          },
    ]),
  ) as unknown as ContractSources
  return { watched, asked }
}

/** Scans with those sources. */
export async function scanSample(
  change: Partial<ContractSources> = {},
  input: Partial<ContractScanInput> = {},
  subject?: Account,
) {
  const { watched, asked } = testSources(change, subject)
  const context = { environment: 'test', signal: new AbortController().signal } as const
  const result = await createContractScan(async () => watched)({ ...INPUT, ...input }, context)
  return { result, asked }
}
