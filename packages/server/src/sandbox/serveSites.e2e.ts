import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEgress } from '@redoubt/egress/createEgress.ts'
import { EgressError } from '@redoubt/egress/egressError.ts'
import { serveSites } from './serveSites.ts'
import { sandboxWorld } from './world.ts'

const LIMITS = { deadlineMs: 60_000, maxBytes: 1_000_000 }

test('the sites of the sandbox are served under their names, with certificates that hold', async () => {
  const served = await serveSites(sandboxWorld('ethereum'))
  const egress = createEgress({ allow: [], connectTo: served.connectTo, authorities: [served.authority] })
  try {
    for (const { name, url } of served.sites) {
      const { status } = await egress.guarded.fetch({ url, ...LIMITS })
      assert.ok(status < 400, name)
    }
    const shop = await egress.guarded.fetch({ url: 'http://fern-and-clay.test/', ...LIMITS })
    assert.equal(shop.headers.location, 'https://www.fern-and-clay.test/')
    const bread = await egress.guarded.fetch({
      url: 'https://barley-and-rye.test/',
      headers: { 'user-agent': 'Googlebot/2.1' },
      ...LIMITS,
    })
    assert.match(bread.body.toString(), /Bread for beginners/)
  } finally {
    await egress.close()
    await served.close()
  }
})

test('no request reaches them by accident', async () => {
  const served = await serveSites(sandboxWorld('ethereum'))
  const egress = createEgress({ allow: [], connectTo: served.connectTo })
  try {
    const untrusted = egress.guarded.fetch({ url: 'https://tern-swap.test/', ...LIMITS })
    await assert.rejects(untrusted, (error) => error instanceof EgressError && error.failure === 'tls')
    const port = Number(served.connectTo.get('tern-swap.test:80')?.split(':')[1])
    const direct = egress.guarded.fetch({ url: `http://127.0.0.1:${port}/`, ...LIMITS })
    await assert.rejects(direct, (error) => error instanceof EgressError && error.failure === 'blocked')
  } finally {
    await egress.close()
    await served.close()
  }
})
