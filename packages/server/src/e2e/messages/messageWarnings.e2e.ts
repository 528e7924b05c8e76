import { after, before, describe, test } from 'node:test'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import { approve } from '../../sandbox/history/calls.ts'
import { nodeRpc } from '../../sandbox/nodeRpc.ts'
import { sandboxWorld } from '../../sandbox/world.ts'
import { sandboxSender } from '../../testing/sandboxSender.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'
import { assetMessageWarnings } from '../../testing/warnings/assetMessageWarnings.ts'
import { demandWarnings } from '../../testing/warnings/demandWarnings.ts'
import { loadList, phishingList } from '../../testing/warnings/loadList.ts'
import { LISTED_HOST, textMessageWarnings } from '../../testing/warnings/textMessageWarnings.ts'

describe('warnings of a message, over HTTP on the sandbox', { timeout: 120_000 }, () => {
  const world = sandboxWorld('ethereum')
  const http = createOperatorFetch()
  let service: ScanService

  before(async () => {
    service = await startScanService('test', {}, { headReuseMs: 0, sandboxChains: ['ethereum'] })
    await loadList(service.app.store, phishingList([LISTED_HOST]))
    const { rpcUrls } = await service.app.sandbox()
    const send = sandboxSender(nodeRpc(rpcUrls.ethereum, http))
    const { actors, tokens, seaport } = world
    await send({ from: actors.trader, to: tokens.usdc, data: approve(seaport, 10n ** 12n) })
  })
  after(async () => {
    await http.close()
    await service?.close()
  })

  test('permits, orders and transactions of a Safe: each is seen at its subject, and not at the honest twin', () =>
    demandWarnings(service, assetMessageWarnings(world)))
  test('texts, sign-ins and unknown types: the same', () => demandWarnings(service, textMessageWarnings(world)))
})
