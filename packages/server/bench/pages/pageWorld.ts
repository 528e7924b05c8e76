import type { Address, Hex } from '@redoubt/risk/address.ts'
import { zeroAddress } from 'viem'
import { encodeDeployData, encodeFunctionData } from 'viem/utils'
import { type ArtifactName, readArtifact } from '../../src/sandbox/artifacts/readArtifact.ts'
import type { Sandbox } from '../../src/sandbox/startSandbox.ts'
import { type SandboxWorld, sandboxWorld } from '../../src/sandbox/world.ts'
import { openStage } from '../verdicts/stage.ts'
import { account } from '../verdicts/values.ts'

/** Contracts that the pages call: of the sandbox, and a month old ones of unknown but honest projects. */
export type PageWorld = SandboxWorld & {
  projects: Record<
    | 'drop'
    | 'desk'
    | 'tokenDesk'
    | 'receipts'
    | 'sales'
    | 'stream'
    | 'votes'
    | 'quorumBridge'
    | 'portal'
    | 'sweptBridge',
    Address
  >
  /** Keys of thieves, and of honest merchants. */
  thief: Address
  merchant: Address
  call(name: ArtifactName, functionName: string, args?: readonly unknown[]): Hex
}

const PROJECTS: readonly [
  name: keyof PageWorld['projects'],
  contract: ArtifactName,
  args: (world: SandboxWorld) => unknown[],
][] = [
  ['drop', 'NftDrop', ({ actors }) => [actors.artist, 10n ** 16n, 5_000n]],
  // Of coins: a desk with a token would pay that token back.
  ['desk', 'DepositDesk', ({ actors }) => [0n, actors.foundation, zeroAddress]],
  ['tokenDesk', 'DepositDesk', ({ actors, tokens }) => [0n, actors.foundation, tokens.dai]],
  ['receipts', 'Vault4626', ({ tokens }) => [tokens.dai, 'Savings DAI', 'sDAI', 18]],
  ['sales', 'SalesDesk', ({ actors }) => [actors.foundation]],
  ['stream', 'PaymentStream', () => []],
  ['votes', 'NameRegistry', () => []],
  ['quorumBridge', 'QuorumBridge', ({ actors }) => [[actors.artist, actors.friend, actors.foundation], zeroAddress]],
  ['portal', 'RollupPortal', ({ actors }) => [actors.foundation]],
  // The same bridge, from which one key may take everything.
  [
    'sweptBridge',
    'QuorumBridge',
    ({ actors }) => [[actors.artist, actors.friend, actors.foundation], account('sweeper')],
  ],
]

/** The same addresses where nothing is executed: pages that are only read need no chain. */
export function readPageWorld(): PageWorld {
  const world = sandboxWorld('ethereum')
  const projects = Object.fromEntries(PROJECTS.map(([name]) => [name, account(`project ${name}`)]))
  return { ...world, projects: projects as PageWorld['projects'], ...PARTIES }
}

const PARTIES: Pick<PageWorld, 'thief' | 'merchant' | 'call'> = {
  thief: account('thief of pages'),
  merchant: account('merchant of pages'),
  call: (name, functionName, args = []) => encodeFunctionData({ abi: readArtifact(name).abi, functionName, args }),
}

/** The world of another process, which cannot send functions. */
export function withCalls(world: Omit<PageWorld, 'call'>): PageWorld {
  return { ...world, call: PARTIES.call }
}

/** Deploys the projects on the sandbox's Ethereum and lets a month pass. */
export async function openPageWorld(sandbox: Sandbox): Promise<PageWorld> {
  const world = sandbox.world.ethereum
  const stage = await openStage(sandbox)
  try {
    const projects = {} as PageWorld['projects']
    for (const [name, contract, argsOf] of PROJECTS) {
      const { abi, bytecode } = readArtifact(contract)
      const data = encodeDeployData({ abi, bytecode, args: argsOf(world) })
      projects[name] = (await stage.send(await stage.developer(name), null, data)).contractAddress
    }
    await stage.age()
    // Orders are signed a month after the world was made: older ones have expired and harm no visitor.
    const headTimestamp = await stage.now()
    return { ...world, headTimestamp, projects, ...PARTIES }
  } finally {
    await stage.close()
  }
}
