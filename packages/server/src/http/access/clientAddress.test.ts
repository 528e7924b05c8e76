import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clientNetwork, createAddressWindows } from './clientAddress.ts'

test('a client is an IPv4 address or an IPv6 network', () => {
  const table = {
    '203.0.113.7': '203.0.113.7',
    '::ffff:203.0.113.7': '203.0.113.7',
    '2001:db8:1:2:3:4:5:6': '2001:db8:1:2',
    '2001:db8:1:2::9': '2001:db8:1:2',
    '2001:db8::9': '2001:db8:0:0',
    '::1': '0:0:0:0',
    'fe80::1%eth0': 'fe80:0:0:0',
  }
  for (const [ip, expected] of Object.entries(table)) assert.equal(clientNetwork(ip), expected, ip)
})

test('a rolling minute for each client; the clients remembered are bounded', () => {
  const windows = createAddressWindows()
  assert.equal(windows.take('a', 2, 1_000), null)
  assert.equal(windows.take('a', 2, 2_000), null)
  assert.equal(windows.take('a', 2, 3_000), 61_000)
  assert.equal(windows.take('b', 2, 3_000), null)
  assert.equal(windows.take('a', 2, 61_000), null)
  for (let index = 0; index < 10_000; index++) windows.take(`c${index}`, 1, 61_000)
  assert.equal(windows.take('c9999', 1, 61_001), 121_000, 'the newest is still known')
  assert.equal(windows.take('b', 2, 3_001), null, 'the longest silent one is forgotten')
})
