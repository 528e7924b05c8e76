import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Hex } from '@redoubt/risk/address.ts'
import { SANDBOX_CHAINS, type SandboxChain } from '../canonical.ts'
import { nodeRpc } from '../nodeRpc.ts'
import { type Sandbox, type SandboxOptions, startSandbox } from '../startSandbox.ts'
import { afterFiles } from './afterFiles.ts'

/** A sandbox that is kept, and what brings each of its nodes back to the end of the history. */
type Kept = {
  sandbox: Sandbox
  snapshots: Map<SandboxChain, unknown>
  baseFees: Map<SandboxChain, Hex>
  folder: string
}

const idle: Kept[] = []
/** The tests of this process have ended. */
let isOver = false
const http = createOperatorFetch()

/**
 * As `startSandbox`, for the files of one test process: a sandbox that was closed is set back to the end of its history and given
 * out again, also where fewer networks are wanted. Where one of its nodes does not answer, it is ended and a new one is built. All end with the tests of the process.
 */
export async function reusedSandbox(options: Omit<SandboxOptions, 'cacheDir'> = {}): Promise<Sandbox> {
  const wanted = options.chains ?? SANDBOX_CHAINS
  const kept = (await takeIdle(wanted)) ?? (await build(options, wanted))
  return {
    ...kept.sandbox,
    async close() {
      if (isOver) await end(kept)
      else if (!idle.includes(kept)) idle.push(kept)
    },
  }
}

afterFiles(async () => {
  isOver = true
  for (const kept of idle.splice(0)) await end(kept)
  await http.close()
})

async function takeIdle(wanted: readonly SandboxChain[]): Promise<Kept | null> {
  const at = idle.findIndex(({ snapshots }) => wanted.every((chain) => snapshots.has(chain)))
  const [kept] = at === -1 ? [] : idle.splice(at, 1)
  if (kept === undefined) return null
  try {
    for (const [chain, snapshot] of kept.snapshots) {
      const rpc = nodeRpc(kept.sandbox.rpcUrls[chain], http)
      await rpc('anvil_dropAllTransactions', [])
      if ((await rpc('evm_revert', [snapshot])) !== true) throw new Error('the snapshot is gone')
      // Going back leaves the base fee of the next block where the blocks that are gone had brought it.
      await rpc('anvil_setNextBlockBaseFeePerGas', [kept.baseFees.get(chain)])
      kept.snapshots.set(chain, await rpc('evm_snapshot', []))
    }
    return kept
  } catch {
    await end(kept)
    return null
  }
}

async function build(options: Omit<SandboxOptions, 'cacheDir'>, wanted: readonly SandboxChain[]): Promise<Kept> {
  const folder = await mkdtemp(join(tmpdir(), 'redoubt-sandbox-'))
  const sandbox = await startSandbox({ ...options, cacheDir: folder })
  const snapshots = new Map<SandboxChain, unknown>()
  const baseFees = new Map<SandboxChain, Hex>()
  for (const chain of wanted) {
    const rpc = nodeRpc(sandbox.rpcUrls[chain], http)
    const { baseFeePerGas } = (await rpc('eth_getBlockByNumber', ['pending', false])) as { baseFeePerGas: Hex }
    baseFees.set(chain, baseFeePerGas)
    snapshots.set(chain, await rpc('evm_snapshot', []))
  }
  return { sandbox, snapshots, baseFees, folder }
}

async function end({ sandbox, folder }: Kept): Promise<void> {
  await sandbox.close()
  await rm(folder, { recursive: true, force: true })
}
