import { after, before, describe, test } from 'node:test'
import { type ScanService, startScanService } from '../../testing/scanService.ts'
import { browserWarnings } from '../../testing/warnings/browserWarnings.ts'
import { demandWarnings } from '../../testing/warnings/demandWarnings.ts'
import { loadList, phishingList, popularList } from '../../testing/warnings/loadList.ts'
import { LISTED_SITE, POPULAR_SITE, urlWarnings } from '../../testing/warnings/urlWarnings.ts'
import { findChromium } from '../../web/browser/testing/chromium.ts'

const { path: CHROMIUM_PATH, skip } = findChromium()

describe('warnings of a URL, over HTTP on the sandbox', { timeout: 120_000 }, () => {
  let service: ScanService

  before(async () => {
    service = await startScanService('test', {}, { sandboxChains: ['ethereum'] })
    await loadList(service.app.store, phishingList([LISTED_SITE]))
    await loadList(service.app.store, popularList([POPULAR_SITE]))
  })
  after(() => service?.close())

  test('each is seen at its subject, and not at the honest twin', () => demandWarnings(service, urlWarnings()))
})

describe('warnings of a page that a browser runs, over HTTP on the sandbox', { skip, timeout: 900_000 }, () => {
  let service: ScanService

  before(async () => {
    // The machine that runs the tests may do many things at once.
    const browser = {
      limits: { wallMs: 27_000, visitMs: 22_000, useMs: 16_000, wordsMs: 16_000 },
      unsandboxedForTests: true,
    }
    service = await startScanService('test', { CHROMIUM_PATH }, { browser })
    await service.app.sandbox()
  })
  after(() => service?.close())

  test('each is seen at its subject, and not at the honest twin', () => demandWarnings(service, browserWarnings()))
})
