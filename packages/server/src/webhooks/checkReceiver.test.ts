import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAllowList } from '@redoubt/egress/publicAddress.ts'
import { checkReceiver } from './postDelivery.ts'

const check = (url: string, allow: string[] = []) => checkReceiver(url, createAllowList(allow), 'body.url')

test('an https URL of a public host is delivered to, whether or not its name resolves', () => {
  assert.deepEqual(check('https://Hooks.example/a?b=c#d'), {
    url: 'https://hooks.example/a?b=c',
    endpoint: 'hooks.example:443',
  })
  assert.equal(check('https://93.184.216.34:8443/').endpoint, '93.184.216.34:8443')
})

test('an unreachable receiver is refused with the remedy', () => {
  const cases: [string, RegExp][] = [
    ['', /^body\.url: expected an https URL$/],
    ['hooks.example/a', /expected an https URL$/],
    ['ftp://hooks.example/', /expected an https URL$/],
    ['http://hooks.example/', /expected an https URL$/],
    ['https://user:pw@hooks.example/', /without credentials/],
    ['https://127.0.0.1/', /not public/],
    ['https://0x7f.1/', /not public/],
    ['https://[::1]/', /not public/],
    ['https://[::ffff:10.0.0.1]/', /not public/],
    ['https://169.254.169.254/latest/meta-data', /not public/],
    ['https://192.168.1.1/', /not public/],
    ['https://hooks.example:22/', /only ports/],
  ]
  for (const [url, message] of cases) assert.throws(() => check(url), { name: 'InvalidInput', message }, url)
})

test('what the operator allows may be private, on any port, and plain; nothing else becomes so', () => {
  assert.equal(check('http://localhost:9000/x', ['localhost:9000']).endpoint, 'localhost:9000')
  assert.equal(check('https://10.0.0.1:9000/', ['10.0.0.1:9000']).endpoint, '10.0.0.1:9000')
  assert.throws(() => check('http://127.0.0.1:9000/', ['localhost:9000']))
})
