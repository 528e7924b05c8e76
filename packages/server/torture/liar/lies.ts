import type { Address } from '@redoubt/risk/address.ts'
import type { NodeRpc } from '../../src/sandbox/nodeRpc.ts'

/** One way in which a node lies consistently: its state, executions, traces and logs agree with each other. */
export type Lie = {
  /** Changes the state of a fork of the honest node. */
  tamper?(
    fork: NodeRpc,
    honest: NodeRpc,
    about: { contracts: readonly Address[]; people: readonly Address[] },
  ): Promise<void>
  /** It answers no logs. */
  withoutLogs?: true
  /** Its head lies so many blocks back. */
  lag?: number
  /** It lies in so many of a hundred answers. */
  percent?: number
  /** It proves what it says by a state root of its own. */
  forgedProofs?: true
  /** Milliseconds between two pieces of each of its answers. */
  dripMs?: number
  /** Blocks of its own on top of the honest ones: their hashes give it away. Otherwise it tells the honest hashes. */
  ownBlocks?: number
}

const NOTHING = `0x${'0'.repeat(64)}`
const STOP = '0x00'

const swapCode =
  (
    codeOf: (honest: NodeRpc, about: { contracts: readonly Address[] }) => Promise<unknown>,
  ): NonNullable<Lie['tamper']> =>
  async (fork, honest, about) => {
    const code = await codeOf(honest, about)
    for (const contract of about.contracts) await fork('anvil_setCode', [contract, code])
  }

async function zeroStorage(fork: NodeRpc, honest: NodeRpc, { contracts }: { contracts: readonly Address[] }) {
  for (const contract of contracts)
    for (const slot of await slotsOf(honest, contract)) await fork('anvil_setStorageAt', [contract, slot, NOTHING])
}

/** Words of an account that are not zero, as `anvil_dumpState` has them. */
async function slotsOf(honest: NodeRpc, contract: Address): Promise<string[]> {
  const { gunzipSync } = await import('node:zlib')
  const dump = String(await honest('anvil_dumpState', []))
  const { accounts } = JSON.parse(gunzipSync(Buffer.from(dump.slice(2), 'hex')).toString()) as {
    accounts: Record<string, { storage: Record<string, string> }>
  }
  const account = Object.entries(accounts).find(([address]) => address.toLowerCase() === contract)?.[1]
  return Object.keys(account?.storage ?? {}).map((slot) => `0x${BigInt(slot).toString(16).padStart(64, '0')}`)
}

const empty = swapCode(async () => STOP)

/** Lies about some of the contracts, by their place. */
const about =
  (wanted: (place: number) => boolean): NonNullable<Lie['tamper']> =>
  (fork, honest, { contracts, ...others }) =>
    empty(fork, honest, { ...others, contracts: contracts.filter((_, place) => wanted(place)) })

/** Two that lie about different contracts: neither is honest. */
export const BOTH_LIE: readonly [Lie, Lie] = [
  { tamper: about((place) => place % 2 === 0) },
  { tamper: about((place) => place % 2 === 1) },
]

export const LIES: Readonly<Record<string, Lie>> = {
  'swapped code: it does nothing': { tamper: empty },
  'swapped code: no code at all': { tamper: swapCode(async () => '0x') },
  'zeroed storage': { tamper: zeroStorage },
  'wrong balances': {
    tamper: async (fork, _, { people }) => {
      for (const one of people) await fork('anvil_setBalance', [one, '0x3635c9adc5dea00000'])
    },
  },
  'missing logs': { withoutLogs: true },
  'an old head': { lag: 40 },
  'everything at once': {
    withoutLogs: true,
    tamper: async (fork, honest, about) => {
      await zeroStorage(fork, honest, about)
      await empty(fork, honest, about)
    },
  },
  'one contract alone': { tamper: about((place) => place === 0) },
  'swapped code, sometimes': { tamper: empty, percent: 50 },
  'forged proofs': { tamper: empty, forgedProofs: true },
  'dripping answers': { tamper: empty, dripMs: 40 },
  'a chain of its own': { tamper: empty, ownBlocks: 1 },
  'a longer chain of its own': { tamper: empty, ownBlocks: 5 },
}
