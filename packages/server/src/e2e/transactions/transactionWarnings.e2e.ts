import { after, before, describe, test } from 'node:test'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import { nodeRpc } from '../../sandbox/nodeRpc.ts'
import { sandboxWorld } from '../../sandbox/world.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'
import { demandWarnings } from '../../testing/warnings/demandWarnings.ts'
import { transactionWarnings } from '../../testing/warnings/transactionWarnings.ts'
import { walletWarnings } from '../../testing/warnings/walletWarnings.ts'
import { playWarningStage } from '../../testing/warnings/warningStage.ts'

describe('warnings of a transaction and of a wallet, over HTTP on the sandbox', { timeout: 120_000 }, () => {
  const world = sandboxWorld('ethereum')
  const http = createOperatorFetch()
  let service: ScanService

  before(async () => {
    service = await startScanService('test', {}, { headReuseMs: 0 })
    const { rpcUrls } = await service.app.sandbox()
    await playWarningStage(nodeRpc(rpcUrls.ethereum, http), world)
  })
  after(async () => {
    await http.close()
    await service?.close()
  })

  test('transactions: each is seen at its subject, and not at the honest twin', () =>
    demandWarnings(service, transactionWarnings(world)))
  test('wallets: the same', () => demandWarnings(service, walletWarnings(world)))
})
