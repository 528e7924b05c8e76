import { after, before, describe, test } from 'node:test'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import { deployCorpus } from '../../sandbox/corpus/deployCorpus.ts'
import { nodeRpc } from '../../sandbox/nodeRpc.ts'
import { sandboxWorld } from '../../sandbox/world.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'
import { playContractStage } from '../../testing/warnings/contractStage.ts'
import { CORPUS_CASES, contractWarnings } from '../../testing/warnings/contractWarnings.ts'
import { demandWarnings } from '../../testing/warnings/demandWarnings.ts'

describe('warnings of a contract, over HTTP on the sandbox', { timeout: 120_000 }, () => {
  const world = sandboxWorld('ethereum')
  const http = createOperatorFetch()
  let service: ScanService

  before(async () => {
    service = await startScanService('test', {}, { headReuseMs: 0, sandboxChains: ['ethereum'] })
    const sandbox = await service.app.sandbox()
    await deployCorpus(sandbox, 'ethereum', CORPUS_CASES)
    await playContractStage(nodeRpc(sandbox.rpcUrls.ethereum, http), world)
  })
  after(async () => {
    await http.close()
    await service?.close()
  })

  test('each is seen at its subject, and not at the honest twin', () =>
    demandWarnings(service, contractWarnings(world)))
})
