import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { createGuard } from '@redoubt/egress/guard.ts'
import type { Browsing } from '@redoubt/risk/facts/browsing.ts'
import type { Visit } from '@redoubt/risk/facts/visit.ts'
import { byChain } from '../../chains/index.ts'
import { type BrowserNetwork, createBrowserNetwork } from '../../composition/browserNetwork.ts'
import type { Networks } from '../../composition/networkSources.ts'
import { createNetworks } from '../../composition/networks.ts'
import { clearSignMessage } from '../../evm/decode/message/clearSignMessage.ts'
import { parseMessage } from '../../evm/decode/message/parseMessage.ts'
import { recogniseMessage } from '../../evm/decode/message/recogniseMessage.ts'
import { wholeParameters } from '../../evm/decode/message/wholeParameters.ts'
import { createVerification } from '../../evm/verification/createVerification.ts'
import { createAddressIntel } from '../../intel/addressIntel.ts'
import { builtInLabels } from '../../intel/builtInLabels.ts'
import { createListIndex } from '../../intel/lookup/listIndex.ts'
import { createOriginSource } from '../../intel/origin.ts'
import { packDomains } from '../../intel/pack/packDomains.ts'
import { createStaticList } from '../../intel/staticList.ts'
import { type ServedSites, serveSites } from '../../sandbox/serveSites.ts'
import { type Sandbox, startSandbox } from '../../sandbox/startSandbox.ts'
import { openStore, type Store } from '../../store/openStore.ts'
import { createMessageScan } from '../../usecases/scans/message/scanMessage.ts'
import { createTransactionScan } from '../../usecases/scans/transaction/scanTransaction.ts'
import { parseSite } from '../../web/address/parseSite.ts'
import { findChromium } from '../../web/browser/testing/chromium.ts'
import { leftovers } from '../../web/browser/testing/leftovers.ts'

const { path: chromiumPath, skip } = findChromium()

// The sandbox's sites in a real browser; what they ask of the wallet is executed on the sandbox chain and judged.
describe('the sites of the sandbox in a browser', { skip, timeout: 900_000 }, () => {
  let folder: string
  let store: Store
  let sandbox: Sandbox
  let networks: Networks
  let sites: ServedSites
  let browser: BrowserNetwork

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'redoubt-test-'))
    store = await openStore('sqlite::memory:', null)
    await store.migrate()
    sandbox = await startSandbox({ cacheDir: folder, chains: ['ethereum'] })
    const lists = createListIndex(store.intel, { onProblem: (error) => assert.fail(String(error)) })
    const urls = [sandbox.rpcUrls.ethereum]
    const rpcUrls = byChain((name) => (name === 'ethereum' ? urls : []))
    networks = createNetworks({
      rpcUrls,
      rpcTimeoutMs: 10_000,
      recentBlocks: sandbox.recentBlocks,
      simulatorChildren: 2,
      historyExplorers: [],
      intel: createAddressIntel({ lists, builtIn: builtInLabels, given: sandbox.lists.map(createStaticList) }),
      origin: createOriginSource({ lists, officialDomains: packDomains }),
      intelAsOf: () => new Date().toISOString(),
      listRevision: async () => 'none',
      verification: createVerification([]),
    })
    sites = await serveSites(sandbox.world.ethereum)
    const reader = {
      parse: parseMessage,
      recognise: recogniseMessage,
      clearSign: clearSignMessage,
      parameters: wholeParameters,
    }
    browser = createBrowserNetwork({
      chromiumPath,
      guard: createGuard({ allow: [], connectTo: sites.connectTo }),
      scans: {
        transaction: createTransactionScan(async (_, chain) => networks.transactionSources(chain)),
        message: createMessageScan(async (_, chain) => networks.messageSources(chain), reader),
      },
      limits: { wallMs: 120_000, loadMs: 30_000, settleMs: 2_000 },
      unsandboxedForTests: true,
    })
  })
  after(async () => {
    await browser?.close()
    await sites?.close()
    await networks?.close()
    await sandbox?.close()
    await store?.close()
    if (folder) await rm(folder, { recursive: true, force: true })
    assert.deepEqual(await leftovers(), { folders: [], processes: [] })
  })

  async function browse(name: string): Promise<Browsing> {
    const site = sites.sites.find((one) => one.name === name)
    assert.ok(site, name)
    const final = parseSite(site.url)
    const run = browser.browse({ environment: 'test', account: sandbox.world.ethereum.actors.trader })
    // Of a visit only its end is read.
    const { browsing } = await run({ visit: { final } as Visit, html: null }, 'ethereum', new AbortController().signal)
    return browsing
  }
  const judged = ({ requests }: Browsing) =>
    requests.flatMap(({ method, scan, failure }) =>
      scan || failure ? [`${method} ${scan?.recommendation ?? failure}`] : [],
    )

  for (const [name, method] of [
    ['airdrop-drainer', 'eth_sendTransaction'],
    ['permit-signer', 'eth_signTypedData_v4'],
    ['approval-mint', 'eth_sendTransaction'],
  ] as const) {
    test(`${name}: what it wants signed is blocked`, async () => {
      const browsing = await browse(name)
      const all = judged(browsing)
      assert.ok(
        all.length > 0 && all.every((one) => one === `${method} BLOCK`),
        `${all.join('; ')}; cut off: ${browsing.cutOff}`,
      )
      assert.ok(browsing.requests.some(({ method }) => method === 'eth_requestAccounts'))
      assert.ok(browsing.requests.every(({ scan }) => scan === null || scan.findings.length > 0))
      assert.ok(browsing.screenshot !== null)
    })
  }

  for (const name of ['airdrop-checker', 'exchange-front-end', 'collection-mint', 'phishing-guide']) {
    test(`${name}: nothing it asks for is blocked`, async () => {
      const all = judged(await browse(name))
      assert.ok(
        all.every((one) => /(PROCEED|REVIEW)$/.test(one)),
        all.join('; '),
      )
    })
  }
})
