import type { Chain } from '@redoubt/risk/chain.ts'

type Fork = { name: string; from: { timestamp: bigint } | { number: bigint } }

/**
 * Newest first. Forks with a timestamp are looked for by timestamp, also where the network switched at a block number,
 * because a sandbox chain has low numbers and modern times. Sources: EIP-7607 (Fusaka), EIP-7600, EIP-7569, go-ethereum
 * and bsc `params/config.go`, bor `builder/files/genesis-mainnet-v1.json`.
 */
const FORKS: Record<Chain, readonly Fork[]> = {
  ethereum: [
    { name: 'osaka', from: { timestamp: 1_764_798_551n } },
    { name: 'prague', from: { timestamp: 1_746_612_311n } },
    { name: 'cancun', from: { timestamp: 1_710_338_135n } },
    { name: 'shanghai', from: { timestamp: 1_681_338_455n } },
    { name: 'paris', from: { number: 15_537_394n } },
    { name: 'grayglacier', from: { number: 15_050_000n } },
    { name: 'arrowglacier', from: { number: 13_773_000n } },
    { name: 'london', from: { number: 12_965_000n } },
    { name: 'berlin', from: { number: 12_244_000n } },
    { name: 'muirglacier', from: { number: 9_200_000n } },
    { name: 'istanbul', from: { number: 9_069_000n } },
    { name: 'petersburg', from: { number: 7_280_000n } },
    { name: 'byzantium', from: { number: 4_370_000n } },
    { name: 'spuriousdragon', from: { number: 2_675_000n } },
    { name: 'tangerine', from: { number: 2_463_000n } },
    { name: 'homestead', from: { number: 1_150_000n } },
    { name: 'frontier', from: { number: 0n } },
  ],
  bsc: [
    { name: 'prague', from: { timestamp: 1_742_436_600n } },
    { name: 'cancun', from: { timestamp: 1_718_863_500n } },
    { name: 'shanghai', from: { timestamp: 1_705_996_800n } },
    { name: 'london', from: { number: 0n } },
  ],
  polygon: [
    { name: 'prague', from: { timestamp: 1_751_400_000n } },
    { name: 'cancun', from: { timestamp: 1_710_936_000n } },
    { name: 'shanghai', from: { timestamp: 1_701_300_000n } },
    { name: 'london', from: { number: 0n } },
  ],
}

/** Name of the rules a block of that number and Unix time is executed under, as anvil's `--hardfork` spells it. */
export function hardforkAt(chain: Chain, number: bigint, timestamp: bigint): string {
  const fork = FORKS[chain].find(({ from }) =>
    'timestamp' in from ? timestamp >= from.timestamp : number >= from.number,
  )
  return fork?.name ?? 'london'
}

/** Most gas one transaction may ask for: 2^24 from Osaka on (EIP-7825), else only the block's limit. */
export function transactionGasCap(hardfork: string): bigint | null {
  return hardfork === 'osaka' ? 16_777_216n : null
}
