import { readdir } from 'node:fs/promises'
import { extname } from 'node:path'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

/** What scans are made of, in pieces that take some ten milliseconds each; what is shared comes with the first that needs it. */
const PIECES = [
  () => import('../evm/decode/message/recogniseMessage.ts'),
  () => import('../evm/rpc/createChainSource.ts'),
  () => import('../evm/simulation/createSimulator.ts'),
  () => import('../evm/privileges/gatherPrivileges.ts'),
  () => import('./contractNetwork.ts'),
  () => import('./walletNetwork.ts'),
  () => import('../evm/validity/gatherValidity.ts'),
  () => import('../evm/worstCase/runWorstCaseExecutions.ts'),
  () => import('./networks.ts'),
  () => import('../usecases/scans/transaction/judgeTransaction.ts'),
  () => import('../usecases/scans/message/scanMessage.ts'),
  () => import('../usecases/scans/url/scanUrl.ts'),
  () => import('../usecases/scans/wallet/scanWallet.ts'),
  () => import('./scans.ts'),
]
/** URL of the list of all detectors: `.ts` in a checkout, `.js` in a package. */
const DETECTORS = import.meta.resolve('@redoubt/risk/detectors/index.generated.ts')
const DETECTOR_FILE = new RegExp(`^[a-z]+/[a-z0-9-]+\\${extname(DETECTORS)}$`)

/**
 * Loads what scans need, half of the program, without keeping requests waiting: loading a module blocks the process, and all of
 * them together would for a third of a second.
 */
export async function loadScans(): Promise<typeof import('./scans.ts')> {
  for (const path of await readdir(new URL('.', DETECTORS), { recursive: true })) {
    if (!DETECTOR_FILE.test(path)) continue
    await import(new URL(path, DETECTORS).href)
    await yieldToEventLoop()
  }
  for (const load of PIECES) {
    await load()
    await yieldToEventLoop()
  }
  return import('./scans.ts')
}
