import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chromiumFlags } from './launchChromium.ts'

const flags = (unsandboxed = false) =>
  chromiumFlags({ folder: '/tmp/x', proxyUrl: 'http://127.9.8.7:1234', unsandboxed })

test('the sandbox is never given up unless told so', () => {
  const giving = /no-sandbox|disable-setuid-sandbox|disable-namespace-sandbox|disable-seccomp|single-process/
  assert.deepEqual(
    flags().filter((flag) => giving.test(flag)),
    [],
  )
  assert.ok(flags(true).includes('--no-sandbox'))
})

test('everything goes by the proxy, loopback too, and no name is resolved here', () => {
  for (const flag of [
    '--proxy-server=http://127.9.8.7:1234',
    '--proxy-bypass-list=<-loopback>',
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.9.8.7',
    '--disable-quic',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  ]) {
    assert.ok(flags().includes(flag), flag)
  }
})

test('it is driven by a pipe: no port is open for others', () => {
  assert.ok(flags().includes('--remote-debugging-pipe'))
  assert.ok(!flags().some((flag) => flag.startsWith('--remote-debugging-port')))
})

test('no flag is given twice: Chromium would take the last one only', () => {
  const names = flags(true).map((flag) => flag.split('=')[0])
  assert.equal(new Set(names).size, names.length)
})
