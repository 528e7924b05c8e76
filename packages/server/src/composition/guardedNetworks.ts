import type { Chain } from '@redoubt/risk/chain.ts'
import type { Owner } from '../domain/account.ts'
import type { Environment } from '../domain/environment.ts'
import type { SignedTransactions } from '../domain/ports/signedTransactions.ts'
import type { Store } from '../store/openStore.ts'
import { createPolicyGate } from '../usecases/policies/policyGate.ts'
import { createGuardedRpc } from '../usecases/rpc/guardedRpc.ts'
import { createGuardedSend } from '../usecases/rpc/guardedSend.ts'
import { createHeldRelease } from '../usecases/rpc/heldRelease.ts'
import { createHeldTransactions } from '../usecases/rpc/heldTransactions.ts'
import type { ScanSend } from '../usecases/rpc/judgeSend.ts'
import type { Networks } from './networkSources.ts'

/** The guarded endpoint, the transactions that it holds, and the loop that releases them. Part of the composition root. */
export function createGuardedNetworks({
  store,
  scan,
  networks,
  signed,
  wake,
  onProblem,
}: {
  store: Pick<Store, 'budget' | 'heldTransactions' | 'outbox' | 'cursors'>
  scan: ScanSend
  networks(environment: Environment): Promise<Networks>
  /** Decoders are loaded with the scans. */
  signed(): Promise<SignedTransactions>
  wake(): void
  onProblem(error: unknown): void
}) {
  const { heldTransactions: held, cursors } = store
  const now = Date.now
  const rpcRelay = async ({ environment }: Owner, chain: Chain) => (await networks(environment)).rpcRelay(chain)
  const { send, release } = createGuardedSend({
    scan,
    signed: {
      read: async (...asked) => (await signed()).read(...asked),
      actingWallets: async (...asked) => (await signed()).actingWallets(...asked),
    },
    gate: createPolicyGate({ budget: store.budget, now }),
    held,
    rpcRelay,
    emit: store.outbox.enqueue,
    wake,
    now,
  })
  const releasing = createHeldRelease({ held, release, now, onProblem })
  return {
    rpc: createGuardedRpc({ send, rpcRelay, held, now }),
    heldTransactions: createHeldTransactions({ held, cursors, release, rpcRelay, now }),
    start: releasing.start,
    close: releasing.close,
  }
}
