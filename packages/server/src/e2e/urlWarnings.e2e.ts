import { after, before, describe, test } from 'node:test'
import { type ScanService, startScanService } from '../testing/scanService.ts'
import { demandWarnings } from '../testing/warnings/demandWarnings.ts'
import { loadPhishingList } from '../testing/warnings/loadPhishingList.ts'
import { LISTED_SITE, urlWarnings } from '../testing/warnings/urlWarnings.ts'

describe('warnings of a URL, over HTTP on the sandbox', { timeout: 120_000 }, () => {
  let service: ScanService

  before(async () => {
    service = await startScanService('test')
    await loadPhishingList(service.app.store, [LISTED_SITE])
  })
  after(() => service?.close())

  test('each is seen at its subject, and not at the honest twin', () => demandWarnings(service, urlWarnings()))
})
