import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, it } from 'node:test'
import { createGuard } from '@redoubt/egress/guard.ts'
import { sweepBrowserFolders } from './browserFolder.ts'
import { BrowserUnavailable } from './browserLimits.ts'
import { createBrowserTier } from './createBrowserTier.ts'
import { ACCOUNT, browsePages } from './testing/browsePages.ts'
import { findChromium } from './testing/chromium.ts'
import { leftovers } from './testing/leftovers.ts'

const { path: chromiumPath, skip } = findChromium()
const wallet = { account: ACCOUNT, scan: async () => null }
const guard = createGuard({ allow: [] })
const asks = `ethereum.request({ method: 'eth_requestAccounts' })`
const failing = (failure: string) => (error: unknown) => {
  assert.ok(error instanceof BrowserUnavailable, String(error))
  assert.equal(error.failure, failure, error.message)
  return true
}

describe('a browser', { skip, timeout: 900_000 }, () => {
  afterEach(async () => assert.deepEqual(await leftovers(), { folders: [], processes: [] }))

  it('is not run as root, nor without its program, and the remedy is named', () => {
    const refused = (message: RegExp) => (error: unknown) => failing('refused')(error) && message.test(String(error))
    const getuid = process.getuid
    process.getuid = () => 0
    assert.throws(() => createBrowserTier({ chromiumPath, guard }), refused(/another user, or unset CHROMIUM_PATH/))
    process.getuid = () => 1_000
    assert.throws(() => createBrowserTier({ chromiumPath: '/nowhere', guard }), refused(/CHROMIUM_PATH=\/nowhere/))
    if (getuid) process.getuid = getuid
  })

  it('ends with dialogs that have no end', async () => {
    const { browsing } = await browsePages({
      '/': '<!doctype html><h1>hi</h1><script>for (;;) alert("you won")</script>',
    })
    assert.equal(browsing.cutOff, 'dialogs')
    assert.deepEqual(browsing.dialogs, ['alert: you won'])
  })

  it('ends with requests that have no end, each another', async () => {
    const { browsing } = await browsePages({
      '/': `<!doctype html><script>for (let i = 0; ; i++) { ethereum.request({ method: 'personal_sign', params: [i] }).catch(() => 0); if (i > 5000) break }</script>`,
    })
    assert.match(browsing.cutOff ?? '', /^(requests|calls)$/)
    assert.equal(browsing.requests.length, 50)
  })

  it('ends when its time is over, and what it saw until then is told', async () => {
    const { browsing } = await browsePages(
      { '/': `<!doctype html><h1>hi</h1><script>${asks}.then(() => { for (;;); })</script>` },
      { limits: { wallMs: 20_000, settleMs: 60_000 } },
    )
    assert.equal(browsing.cutOff, 'time')
    assert.deepEqual(
      browsing.requests.map(({ method }) => method),
      ['eth_requestAccounts'],
    )
  })

  it('ends when it takes too much memory', async () => {
    const { browsing } = await browsePages(
      {
        '/': `<!doctype html><h1>hi</h1><script>
          const kept = []
          setInterval(() => { for (let i = 0; i < 4; i++) kept.push(new Uint8Array(16 * 1024 * 1024).fill(1)) }, 1)
        </script>`,
      },
      { limits: { memoryBytes: 1.2e9, settleMs: 60_000 } },
    )
    assert.match(browsing.cutOff ?? '', /^(memory|crash)$/)
  })

  it('ends with more bytes than it may have', async () => {
    const network = { connectionMs: 60_000, connectionBytes: 300_000, totalBytes: 500_000, connections: 50 }
    const { browsing } = await browsePages(
      {
        '/': '<!doctype html><h1>hi</h1><script>fetch("/large").then((answer) => answer.text()).catch(() => fetch("/later"))</script>',
        '/large': (_, response) =>
          void response.writeHead(200, { 'content-type': 'text/plain' }).end(Buffer.alloc(1_000_000, 'a')),
      },
      { limits: { network } },
    )
    assert.equal(browsing.cutOff, 'bytes')
  })

  it('that could load nothing of a page says so: nothing seen is not nothing there', async () => {
    const signal = new AbortController().signal
    const tier = createBrowserTier({ chromiumPath, guard, limits: { loadMs: 3_000 }, unsandboxedForTests: true })
    await assert.rejects(
      tier.browse({ url: 'http://127.0.0.1:9/', chain: 'ethereum' }, wallet, signal),
      failing('page'),
    )
    await tier.close()
  })

  it('ends with its caller, also when it waits for its turn, and with the service', async () => {
    const leaving = new AbortController()
    const silent = createServer(() => leaving.abort(new Error('left'))).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const host = `127.0.0.1:${(silent.address() as AddressInfo).port}`
    const limits = { places: 1, queue: 1, wallMs: 200_000, loadMs: 200_000 }
    const own = createGuard({ allow: [host] })
    const tier = createBrowserTier({ chromiumPath, guard: own, limits, unsandboxedForTests: true })
    const browse = (signal = new AbortController().signal) =>
      tier.browse({ url: `http://${host}/`, chain: 'ethereum' }, wallet, signal)
    const first = browse(leaving.signal)
    const second = browse()
    await assert.rejects(browse(), failing('busy'))
    await assert.rejects(first, /left/)
    const stopped = assert.rejects(second, failing('engine'))
    await tier.close()
    await stopped
    await assert.rejects(browse(), failing('engine'))
    silent.closeAllConnections()
    silent.close()
  })

  it('does not outlive a service that is killed, and its folder goes with the next', async () => {
    const program = `
      const { createBrowserTier } = await import(${JSON.stringify(new URL('./createBrowserTier.ts', import.meta.url).href)})
      const { createGuard } = await import(${JSON.stringify(new URL('../../../../egress/src/guard.ts', import.meta.url).href)})
      const { createServer } = await import('node:http')
      const server = createServer(() => console.log('asked')).listen(0, '127.0.0.1', () => {
        const guard = createGuard({ allow: ['127.0.0.1:' + server.address().port] })
        const tier = createBrowserTier({ chromiumPath: ${JSON.stringify(chromiumPath)}, guard, unsandboxedForTests: true, limits: { wallMs: 200000 } })
        tier.browse({ url: 'http://127.0.0.1:' + server.address().port + '/', chain: 'ethereum' }, { account: '${ACCOUNT}', scan: async () => null }, new AbortController().signal)
      })`
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    const before = await leftovers(child.pid)
    assert.ok(before.processes.length > 0 && before.folders.length === 1)
    child.kill('SIGKILL')
    await once(child, 'exit')
    for (let looks = 0; looks < 300 && (await leftovers(child.pid)).processes.length > 0; looks++) {
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    await sweepBrowserFolders()
    assert.deepEqual(await leftovers(child.pid), { folders: [], processes: [] })
  })
})
