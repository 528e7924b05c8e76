import { setTimeout as sleep } from 'node:timers/promises'
import type { AppLimits } from '../composition/app.ts'
import { reusedSandbox } from '../sandbox/testing/reusedSandbox.ts'

/** How long a head is taken for the newest one, in milliseconds; a second outside of tests. */
const HEAD_REUSE_MS = 20

/** Limits of a service whose test mines: it sees a new head soon, and the next file of the process gets its sandbox as if it were new. */
export const ON_SANDBOX: AppLimits = { headReuseMs: HEAD_REUSE_MS, sandbox: reusedSandbox }
/** The same, where no other network is asked. */
export const ON_ETHEREUM: AppLimits = {
  headReuseMs: HEAD_REUSE_MS,
  sandbox: reusedSandbox,
  sandboxChains: ['ethereum'],
}

/** Waits until a service with one of these limits reads the head anew. */
export async function newHead(): Promise<void> {
  await sleep(2 * HEAD_REUSE_MS)
}
