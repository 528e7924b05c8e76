import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { describe, it } from 'node:test'
import { browsePages } from './testing/browsePages.ts'
import { findChromium } from './testing/chromium.ts'

const { skip } = findChromium()

describe('what a page in a browser can reach', { skip, timeout: 600_000 }, () => {
  it('is what the guard allows: every way to a private address ends at the proxy, by TCP and by UDP', async () => {
    const reached: string[] = []
    const tcp = createServer((socket) => {
      reached.push('tcp')
      socket.destroy()
    }).listen(0, '127.0.0.1')
    await once(tcp, 'listening')
    const { port } = tcp.address() as AddressInfo
    const udp = createSocket('udp4', () => reached.push('udp'))
    udp.bind(0, '127.0.0.1')
    await once(udp, 'listening')
    const stun = udp.address().port
    const canary = `127.0.0.1:${port}`
    const { browsing } = await browsePages({
      '/': `<!doctype html><title>ways</title>
        <link rel="dns-prefetch" href="//localhost:${port}"><link rel="preconnect" href="http://${canary}">
        <link rel="prefetch" href="http://${canary}/prefetch"><link rel="stylesheet" href="http://localhost:${port}/style">
        <img src="http://${canary}/image"><img src="/away"><iframe src="http://${canary}/frame"></iframe><iframe src="file:///etc/passwd"></iframe>
        <object data="http://[::1]:${port}/object"></object><video src="http://2130706433:${port}/video"></video>
        <form id="form" action="http://${canary}/form" target="sent" method="post"></form><iframe name="sent"></iframe>
        <script type="module">
          const done = []
          const quiet = (promise) => promise.then(() => done.push('answered'), () => 0)
          quiet(fetch('http://${canary}/fetch', { mode: 'no-cors' })); quiet(fetch('/away', { mode: 'no-cors' }))
          quiet(fetch('http://169.254.169.254/latest/meta-data', { mode: 'no-cors' })); quiet(fetch('file:///etc/passwd'))
          quiet(fetch('chrome://version')); navigator.sendBeacon('http://${canary}/beacon', 'x')
          for (const url of ['ws://${canary}/socket', 'wss://localhost:${port}/socket']) { try { new WebSocket(url) } catch {} }
          try { new EventSource('http://${canary}/events') } catch {}
          new Worker(URL.createObjectURL(new Blob(["fetch('http://${canary}/worker', { mode: 'no-cors' })"])))
          form.submit()
          const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${stun}' },
            { urls: ['turn:127.0.0.1:${stun}', 'turn:127.0.0.1:${port}?transport=tcp'], username: 'a', credential: 'b' }] })
          const candidates = []
          peer.onicecandidate = ({ candidate }) => candidate && candidates.push(candidate.candidate)
          peer.createDataChannel('x'); await peer.setLocalDescription(await peer.createOffer())
          try { const transport = new WebTransport('https://${canary}/quic'); await transport.ready } catch {}
          setTimeout(() => alert(JSON.stringify({ candidates, title: document.title })), 1500)
        </script>`,
      '/away': (_, response) => void response.writeHead(302, { location: `http://${canary}/redirected` }).end(),
    })
    tcp.close()
    udp.close()
    assert.deepEqual(reached, [])
    assert.deepEqual(browsing.contacted, ['shop.sandbox.test'])
    for (const host of [canary, `localhost:${port}`, '169.254.169.254', `[::1]:${port}`]) {
      assert.ok(browsing.refused.includes(host), `${host} is not among ${browsing.refused.join(', ')}`)
    }
    assert.deepEqual(browsing.dialogs, ['alert: {"candidates":[],"title":"ways"}'])
  })

  it('nothing else is asked by the browser of its own accord', async () => {
    const { browsing } = await browsePages({ '/': '<!doctype html><title>still</title><h1>Nothing here</h1>' })
    assert.deepEqual([browsing.contacted, browsing.refused], [['shop.sandbox.test'], []])
  })
})
