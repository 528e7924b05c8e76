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
  'a chain of its own': { tamper: empty, ownBlocks: 1 },
  'a longer chain of its own': { tamper: empty, ownBlocks: 5 },
}
